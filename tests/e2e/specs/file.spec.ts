import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('file')}`
const file = `${directory}/report.csv`

test.beforeAll(async () => {
  await putFiles(directory, { 'report.csv': 'a,b\n1,2\n' })
  await dfs('-setfacl', '-m', 'user:ann:r--', file)
  await dfs('-setfattr', '-n', 'user.team', '-v', 'blue', file)
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`a file with all that HDFS tells of it, ${colorScheme} at ${width} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/files?path=${file}`)
      const blocks = page.getByRole('table', { name: 'Blocks of the file, in order' })
      await expect(blocks.getByText('/default-rack')).toBeVisible()
      await expect(page.getByText('user:ann:r--')).toBeVisible()
      await expect(page.getByText('user.team = blue')).toBeVisible()
      await expect(page.getByText('HOT the default')).toBeVisible()
      await expectAccessible(page)
      await keepScreenshot(page, `file-${colorScheme}-${width}`)
    })
  }
}

test('from a row to the file, to its block and back', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  await page
    .getByRole('row', { name: /report\.csv/ })
    .getByRole('cell')
    .nth(3)
    .click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('link', { name: 'Blocks, replicas and snapshots' }).click()
  const blocks = page.getByRole('table', { name: 'Blocks of the file, in order' })
  await blocks.getByRole('link', { name: /^\d+$/ }).click()
  await expect(page.getByRole('complementary', { name: 'Block' })).toBeVisible()
  await page.goBack()
  await expect(blocks.getByRole('link', { name: /^\d+$/ })).toBeFocused()
})

test('a typed path is completed', async ({ page }) => {
  await page.goto('/files')
  const box = page.getByRole('combobox', { name: 'Path' })
  await box.fill(`${directory}/rep`)
  await page.getByRole('option', { name: file }).click()
  await box.press('Enter')
  await expect(page.getByRole('table', { name: 'Blocks of the file, in order' })).toBeVisible()
})

test('the checksum is what the stock client tells', async ({ page }) => {
  await page.goto(`/files?path=${file}`)
  await page.getByRole('button', { name: 'Ask the datanodes for it' }).click()
  const told = (await dfs('-checksum', file)).trim().split(/\s+/)
  const [algorithm, sum] = told.slice(-2)
  await expect(page.getByText(sum ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText(algorithm ?? '')).toBeVisible()
  await expectAccessible(page)
})
