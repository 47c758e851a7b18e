import { expect, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('quotas')}`
const FOLLOWED_MS = 90_000

test.beforeAll(async () => {
  await putFiles(directory, { 'a.csv': 'x', 'b.csv': 'y' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('sets a first quota, finds it by its path, and clears it again', async ({ page }) => {
  test.setTimeout(3 * FOLLOWED_MS)
  await page.goto('/quotas')
  await page.getByRole('button', { name: 'New quota' }).click()
  const dialog = page.getByRole('dialog', { name: 'New quota' })
  await dialog.getByLabel('Directory').fill(directory)
  await dialog.getByRole('button', { name: 'Choose limits' }).click()
  const form = page.getByRole('dialog', { name: 'Set quota' })
  await form.getByRole('combobox', { name: 'Entries' }).click()
  await page.getByRole('option', { name: 'Limit to' }).click()
  await form.getByLabel('Entries at most').fill('4')
  await form.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Set quota' })

  // The replica reads limits again and again, beside the feed.
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: directory }) })
  await expect(async () => {
    await page.goto(`/quotas?prefix=${directory}&sort=path`)
    await expect(row).toContainText('3 of 4', { timeout: 10_000 })
  }).toPass({ timeout: FOLLOWED_MS })
  await expect(row).toContainText('75 %')
  await expectAccessible(page)
  await keepScreenshot(page, 'quotas')

  await row.getByRole('button', { name: `Go on with ${directory}` }).click()
  await page.getByRole('menuitem', { name: 'Set or clear its quota…' }).click()
  await form.getByRole('combobox', { name: 'Entries' }).click()
  await page.getByRole('option', { name: 'No limit' }).click()
  await form.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Set quota' })
  await expect(async () => {
    await page.goto(`/quotas?prefix=${directory}`)
    await expect(page.getByText('No quota at such a path')).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: FOLLOWED_MS })
})
