import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './chunk-groups.ts'
import { COMPRESSED_MIN_BYTES, firstLoad } from './first-load.plugin.ts'
import { firstFonts } from './fonts.plugin.ts'
import { mantineStyles } from './mantine-styles.plugin.ts'
import { testPlatform } from './test-platform.plugin.ts'

/** Where the development server finds the platform; the built console is served by it. */
const platformUrl = process.env.WARREN_PLATFORM_URL ?? 'http://127.0.0.1:8000'

export default defineConfig({
  // `npm run dev:alone` serves the test platform's answers, so the console runs without a backend.
  plugins: [
    react(),
    mantineStyles(),
    firstFonts(),
    firstLoad(),
    ...(process.env.WARREN_TEST_PLATFORM ? [testPlatform()] : []),
    // The platform serves what a browser takes: `.br` or `.gz` beside a file of that name.
    compression({
      include: /\.(js|css|svg)$/,
      threshold: COMPRESSED_MIN_BYTES,
      algorithms: [
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        defineAlgorithm('gzip', { level: 9 }),
      ],
    }),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: platformUrl, changeOrigin: false },
      '/oidc': { target: platformUrl, changeOrigin: false },
    },
  },
  build: {
    target: 'es2023',
    // Source maps let an operator's bug report name our lines; they are fetched on demand only.
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // No test replaces a module, and each leaves the page empty: one import of the console is enough.
    isolate: false,
    // Far from UTC, which the console shows: what depends on the machine's zone fails.
    env: { TZ: 'Asia/Kolkata', DEBUG_PRINT_LIMIT: '0' },
    testTimeout: 180_000,
  },
})
