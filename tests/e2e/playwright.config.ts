import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { OUTPUT_FOLDER, SESSION_FILE } from './support/login.ts'
import { consoleUrl } from './support/warren.ts'

/** The first that is there. Without windows, Chromium takes half as long for a page. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** What ends servers, breaks replicas, limits users, or counts on a worker that has nothing to do. */
const ALONE = [
  'alerts',
  'blocks',
  'bulk-jobs',
  'failover',
  'guard',
  'heat',
  'jobs',
  'limits',
  'live-sql',
  'rules',
  'shards',
  'spread',
].map((name) => `${name}.spec.ts`)

/** Drives a Warren that is already running: `make run`, or `make test`, which starts one. */
export default defineConfig({
  testDir: 'specs',
  outputDir: OUTPUT_FOLDER,
  // One cluster, one worker: the specs share its namespace and its job queue. `make test` takes two
  // for those that keep to directories and accounts of their own.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    baseURL: consoleUrl(),
    viewport: { width: 1360, height: 850 },
    colorScheme: 'light',
    timezoneId: 'Asia/Kolkata',
    locale: 'en-GB',
    // Records every step of every test, which takes as long as the tests themselves.
    trace: process.env.WARREN_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
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
      name: 'side-by-side',
      testMatch: '*.spec.ts',
      testIgnore: ALONE,
      dependencies: ['login'],
      use: { storageState: SESSION_FILE },
    },
    {
      name: 'alone',
      testMatch: ALONE,
      workers: 1,
      dependencies: ['login'],
      use: { storageState: SESSION_FILE },
    },
  ],
})
