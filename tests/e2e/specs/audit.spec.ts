import { expect, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

test('shows who changed what, with before and after', async ({ page }) => {
  const directory = `/e2e/${freshName('audited')}`
  await dfs('-mkdir', '-p', directory)
  await page.goto(`/files?path=${directory}&job=set_permission`)
  const dialog = page.getByRole('dialog', { name: 'Change permissions' })
  await dialog.getByLabel('Directories').fill('0700')
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Change permissions' })

  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.getByLabel('At or below').fill(directory)
  const row = page.getByRole('row', { name: new RegExp(`admin.*${directory}`) }).first()
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`path=${directory}`))
  await row.getByRole('link').first().click()
  await expect(page.getByText('0700').first()).toBeVisible()
  await keepScreenshot(page, 'audit')
})
