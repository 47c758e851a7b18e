import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles, putSmallFiles, setStoragePolicy } from '../support/warren.ts'

const directory = `/e2e/${freshName('small')}`
/** Without the policy: nothing in it is taken in. */
const other = `${directory}-blocks`
const stored = `${directory}/note.txt`
const TEXT = 'rabbits dig many small holes\n'
/** The replica follows the feed, and the platform keeps a report's rows for a while. */
const COUNTED_MS = 60_000

test.beforeAll(async () => {
  await putFiles(directory, { 'older.txt': 'in blocks\n' })
  await setStoragePolicy(directory, 'DB')
  await putSmallFiles(directory, { 'note.txt': TEXT })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory, other)
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`sizes and first bytes, ${colorScheme} at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/small-files')
      const sizes = page.getByRole('table', { name: 'Files by length' })
      const shortest = sizes.getByRole('row').filter({ hasText: 'to 1 KiB' })
      // Files, then those in the database. The page asks again by itself.
      await expect(shortest.getByRole('cell').nth(2)).toHaveText(/^[1-9]/, {
        timeout: COUNTED_MS,
      })
      await expect(page.getByRole('img', { name: /^Files of at most 64 KiB/ })).toBeVisible()
      await expectAccessible(page)
      await keepScreenshot(page, `small-files-${colorScheme}-${width}`)
      await page.goto(`/files?path=${stored}`)
      await expect(page.getByRole('group', { name: 'First bytes of the file' })).toHaveText(
        TEXT.trim(),
      )
      await expect(page.getByText('in the database', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await keepScreenshot(page, `small-file-${colorScheme}-${width}`)
    })
  }
}

test('leads to the files themselves, and search finds them by their place', async ({ page }) => {
  await page.goto('/small-files')
  await page.getByRole('link', { name: 'show them' }).click()
  await expect(page).toHaveURL(/q=in(:|%3A)database/)
  await page.goto(`/search?q=in:database+path:${directory}`)
  await expect(page.getByRole('link', { name: 'note.txt' })).toBeVisible()
  await expect(page.getByText('older.txt')).toBeHidden()
})

test('finds a file in blocks as such, and shows its first bytes and its blocks', async ({
  page,
}) => {
  await putFiles(other, { 'plain.txt': 'in blocks\n' })
  await page.goto(`/search?q=in:blocks+path:${other}`)
  await expect(page.getByRole('link', { name: 'plain.txt' })).toBeVisible()
  await page.goto(`/files?path=${other}/plain.txt`)
  await expect(page.getByText('in blocks on datanodes')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Blocks of the file, in order' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'First bytes of the file' })).toHaveText(
    'in blocks\n',
  )
})
