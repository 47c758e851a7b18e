import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { adminPassword } from './warren.ts'

/** The session that the specs share, so that only one test needs the login page. */
export const SESSION_FILE = resolve(import.meta.dirname, '../test-results/session.json')

export async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(await adminPassword())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}
