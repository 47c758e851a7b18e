import { defineConfig } from '@playwright/test'
import { SESSION_FILE } from './support/login.ts'
import { consoleUrl } from './support/warren.ts'

/** Drives a Warren that is already running: `make run`, or `make test`, which starts one. */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  // One cluster, one worker: the specs share its namespace and its job queue.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: consoleUrl(),
    viewport: { width: 1360, height: 850 },
    colorScheme: 'light',
    timezoneId: 'Asia/Kolkata',
    locale: 'en-GB',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'login', testMatch: 'login.setup.ts' },
    {
      name: 'console',
      testMatch: '*.spec.ts',
      dependencies: ['login'],
      use: { storageState: SESSION_FILE },
    },
  ],
})
