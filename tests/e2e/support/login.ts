import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { adminPassword } from './warren.ts'

/**
 * A folder of this run's own, which Playwright empties first: the tests of the embedded mode and
 * those of the cluster mode go on at the same time.
 */
export const OUTPUT_FOLDER = resolve(
  import.meta.dirname,
  '../test-results',
  process.env.WARREN_E2E_NAME ?? 'by-hand',
)

/** The session that the specs share, so that only one test needs the login page. */
export const SESSION_FILE = resolve(OUTPUT_FOLDER, 'session.json')

export async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(await adminPassword())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}
