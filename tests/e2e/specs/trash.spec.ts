import { expect, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('trash')}`
const lost = `${directory}/lost`
const FOLLOWED_MS = 90_000

test.beforeAll(async () => {
  await putFiles(lost, { 'a.csv': 'words', 'b.csv': 'more words' })
  await putFiles(directory, { 'junk.txt': 'x' })
  await dfs('-D', 'fs.trash.interval=60', '-rm', '-r', lost, `${directory}/junk.txt`)
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory, `/user/*/.Trash/Current${directory}`)
})

test('finds what the stock client deleted, restores one and deletes the other', async ({
  page,
}) => {
  test.setTimeout(3 * FOLLOWED_MS)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: lost }) })
  await expect(async () => {
    await page.goto(`/trash?prefix=${directory}`)
    await expect(row).toContainText('2 files', { timeout: 10_000 })
  }).toPass({ timeout: FOLLOWED_MS })
  // The directory above, which the trash made, is no entry.
  await expect(page.getByText(/of 2 entries/)).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'trash')

  await row.getByRole('button', { name: `Go on with ${lost}` }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore' })
  await expect(restore.getByLabel('To')).toHaveValue(lost)
  await restore.getByLabel('To').fill(`${directory}/made/found`)
  await restore.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Restore' })
  await dfs('-test', '-e', `${directory}/made/found/a.csv`)

  await page.goto(`/trash?prefix=${directory}`)
  await page.getByRole('button', { name: `Go on with ${directory}/junk.txt` }).click()
  await page.getByRole('menuitem', { name: 'Delete for good…' }).click()
  await page
    .getByRole('dialog', { name: 'Delete' })
    .getByRole('button', { name: 'Start dry run' })
    .click()
  await runForReal(page, {
    kind: 'Delete',
    consequence: /There is no undo and no trash/,
    onQuestion: () => page.getByLabel(/type the name/).fill('junk.txt'),
  })
  await expect(async () => {
    await page.goto(`/trash?prefix=${directory}`)
    await expect(page.getByText('Nothing deleted matches the filters')).toBeVisible({
      timeout: 10_000,
    })
  }).toPass({ timeout: FOLLOWED_MS })
})
