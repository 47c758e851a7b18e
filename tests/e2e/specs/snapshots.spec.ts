import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('snapshots')}`
const RESTORED_MS = 60_000

test.beforeAll(async () => {
  await putFiles(directory, { 'report.csv': 'a,b\n1,2\n', 'notes.txt': 'first' })
  // Files are written as the user himself.
  await dfs('-chmod', '777', directory)
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('takes a snapshot, compares it with now, restores what was lost and deletes it', async ({
  page,
}) => {
  test.setTimeout(4 * RESTORED_MS)
  await page.goto('/snapshots')
  await page.getByRole('button', { name: 'Allow snapshots' }).click()
  await page.getByLabel('Directory').fill(directory)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('link', { name: directory }).click()
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByLabel('Name').fill('before')
  await page.getByRole('button', { name: 'Take the snapshot' }).click()
  await expect(page.getByRole('link', { name: 'before', exact: true })).toBeVisible()

  await dfs('-rm', '-skipTrash', `${directory}/report.csv`)
  await dfs('-mv', `${directory}/notes.txt`, `${directory}/kept.txt`)
  await dfs('-touchz', `${directory}/new.txt`)
  await page.getByRole('button', { name: 'Go on with before' }).click()
  await page.getByRole('menuitem', { name: 'Compare with now' }).click()
  const table = page.getByRole('table', { name: 'Differences from before to now' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(row('report.csv')).toContainText('Deleted')
  await expect(row('notes.txt')).toContainText('Renamed')
  await expect(row('new.txt')).toContainText('Created')
  await expectAccessible(page)
  await keepScreenshot(page, 'snapshots')

  await page.getByRole('button', { name: `Go on with ${directory}/report.csv` }).click()
  await page.getByRole('menuitem', { name: 'Restore from before…' }).click()
  await page
    .getByRole('dialog', { name: 'Restore' })
    .getByRole('button', { name: 'Restore' })
    .click()
  const restores = page.getByRole('table', { name: /^Restores out of snapshots/ })
  await expect(restores).toContainText('Done', { timeout: RESTORED_MS })
  expect(await dfs('-cat', `${directory}/report.csv`)).toBe('a,b\n1,2\n')

  await page.goto(`/snapshots?path=${directory}`)
  await page.getByRole('button', { name: 'Go on with before' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByLabel(/To confirm, type its name/).fill('before')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('No snapshot yet')).toBeVisible()
  await page.goto(`/snapshots?prefix=${directory}`)
  await page.getByRole('button', { name: `Go on with ${directory}` }).click()
  await page.getByRole('menuitem', { name: 'Disallow snapshots…' }).click()
  await page.getByRole('button', { name: 'Disallow', exact: true }).click()
  await expect(page.getByText('No snapshottable directory there')).toBeVisible()
})

test('uploads a file, downloads it, renames it and changes its permissions', async ({ page }) => {
  const contents = 'x'.repeat(300_000)
  await page.goto(`/files?path=${directory}`)
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await act('New directory…')
  await page.getByLabel('Name').fill('inbox')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('link', { name: 'inbox' }).click()
  await expect(page.getByText('This directory is empty')).toBeVisible()

  await act('Upload files…')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'grüße.txt', mimeType: 'text/plain', buffer: Buffer.from(contents) })
  await page
    .getByRole('dialog', { name: 'Upload files' })
    .getByRole('button', { name: 'Upload' })
    .click()
  await expect(page.getByRole('link', { name: 'grüße.txt' })).toBeVisible()
  expect(await dfs('-cat', `${directory}/inbox/grüße.txt`)).toBe(contents)

  await page.goto(`/files?path=${directory}/inbox/grüße.txt`)
  const coming = page.waitForEvent('download')
  await act('Download')
  const download = await coming
  expect(download.suggestedFilename()).toBe('grüße.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe(contents)

  await act('Permissions…')
  const others = page.getByRole('group', { name: 'Others' })
  await others.getByLabel('may read').uncheck()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await dfs('-stat', '%a', `${directory}/inbox/grüße.txt`)).toContain('640')

  await act('Rename or move…')
  await page.getByLabel(/New path/).fill(`${directory}/inbox/greetings.txt`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page).toHaveURL(/greetings\.txt/)
  await dfs('-test', '-e', `${directory}/inbox/greetings.txt`)
})
