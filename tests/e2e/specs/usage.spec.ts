import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('usage')}`
const FOLLOWED_MS = 90_000
const KIB = 1024

const contents = (page: Page, path: string, by = 'space') =>
  page.getByRole('table', { name: `What is in ${path}, by ${by}` })

test.beforeAll(async () => {
  await putFiles(`${directory}/large/inner`, { 'big.csv': 'x'.repeat(300 * KIB) })
  await putFiles(`${directory}/many`, {
    'a.log': 'x'.repeat(10 * KIB),
    'b.log': 'x'.repeat(10 * KIB),
    'c.log': 'x'.repeat(10 * KIB),
  })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('shows what fills a directory, goes down and back, and finds the files of a bar', async ({
  page,
}) => {
  await expect(async () => {
    await page.goto(`/usage?path=${directory}`)
    await expect(contents(page, directory).getByRole('row').nth(1)).toContainText('300 KiB', {
      timeout: 10_000,
    })
  }).toPass({ timeout: FOLLOWED_MS })
  const rows = contents(page, directory).getByRole('row')
  await expect(rows.nth(1)).toContainText('large')
  await expect(rows.nth(1)).toContainText('91 %')
  await expect(rows.nth(2)).toContainText('many')
  await expectAccessible(page)
  await keepScreenshot(page, 'usage')

  // By files it is the other way round.
  await page.getByRole('radiogroup', { name: 'Measured by' }).getByText('Files').click()
  await expect(contents(page, directory, 'files').getByRole('row').nth(1)).toContainText('many')

  await contents(page, directory, 'files').getByRole('link', { name: 'large' }).click()
  await expect(page).toHaveURL(/large&measure=files|measure=files.*large/)
  await expect(contents(page, `${directory}/large`, 'files').getByText('inner')).toBeVisible()
  await page.reload()
  await expect(contents(page, `${directory}/large`, 'files').getByText('inner')).toBeVisible()
  await page.goBack()
  await expect(contents(page, directory, 'files')).toBeVisible()

  await page.getByRole('radiogroup', { name: 'Told apart by' }).getByText('Extension').click()
  const extensions = page.getByRole('table', { name: `Files below ${directory} by extension` })
  await extensions.getByRole('link', { name: 'log' }).click()
  await expect(page.getByText('c.log').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('big.csv').filter({ visible: true })).toHaveCount(0)
})

test('the areas lead into directories', async ({ page }) => {
  await page.goto(`/usage?path=${directory}`)
  const map = page.getByRole('img', { name: `Space of what is in ${directory}` })
  await expect(map.locator('svg text').filter({ hasText: 'large' }).first()).toBeVisible()
  // The largest area begins at the upper left.
  await map.click({ position: { x: 40, y: 40 } })
  await expect(contents(page, `${directory}/large`)).toBeVisible()
})

test('rings show two levels, and lead into both', async ({ page }) => {
  await page.goto(`/usage?path=${directory}`)
  await page.getByRole('radiogroup', { name: 'Drawn as' }).getByText('Rings').click()
  await expect(page).toHaveURL(/chart=sunburst/)
  const rings = page.getByRole('img', { name: `Space of what is in ${directory}` })
  const inner = rings.locator('svg text').filter({ hasText: 'inner' })
  await expect(inner.first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Colour by' }).click()
  await page.getByRole('option', { name: 'Growth' }).click()
  await expect(page.getByText('Steady, within 1 %')).toBeVisible()
  await expect(
    contents(page, directory).getByRole('columnheader', { name: 'Gained' }),
  ).toBeVisible()
  // What is read anew is pale until it is there.
  await expect(page.locator('[data-stale="true"]')).toHaveCount(0)
  await expectAccessible(page)
  await keepScreenshot(page, 'usage-rings')
  await inner.first().click({ force: true })
  await expect(contents(page, `${directory}/large/inner`)).toBeVisible()
})

test('Files orders by size and by files, and back by name', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  const byName = page.getByRole('table', { name: `Contents of ${directory}`, exact: true })
  await byName.getByRole('button', { name: 'Size' }).click()
  const largest = page.getByRole('table', { name: `Contents of ${directory}, largest first` })
  await expect(largest.getByRole('row').nth(1)).toContainText('large')
  await expect(largest.getByRole('row').nth(1)).toContainText('300 KiB')
  await expectAccessible(page)
  await largest.getByRole('button', { name: 'Files' }).click()
  const most = page.getByRole('table', { name: `Contents of ${directory}, most files first` })
  await expect(most.getByRole('row').nth(1)).toContainText('many')
  await expect(page).toHaveURL(/order=files/)
  await page.getByRole('link', { name: 'List by name' }).click()
  await expect(byName).toBeVisible()
})

test('totals follow a move and a deletion', async ({ page }) => {
  await dfs('-mv', `${directory}/many`, `${directory}/large/many`)
  await dfs('-rm', '-r', '-skipTrash', `${directory}/large/inner`)
  await expect(async () => {
    await page.goto(`/usage?path=${directory}`)
    const rows = contents(page, directory).getByRole('row')
    await expect(rows.nth(1)).toContainText('30 KiB', { timeout: 10_000 })
    await expect(rows.nth(1)).toContainText('100 %')
    await expect(rows).toHaveCount(2)
  }).toPass({ timeout: FOLLOWED_MS })
})

test('keeps the past of a directory, until told to stop', async ({ page }) => {
  await page.goto(`/usage?path=${directory}/large`)
  await page.getByRole('button', { name: 'Keep its past' }).click()
  const watched = page.getByRole('table', { name: 'Watched directories' })
  const row = watched.getByRole('row').filter({ hasText: `${directory}/large` })
  await expect(row).toContainText('admin')
  await page.reload()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'usage-watched')
  await page.getByRole('button', { name: 'Stop keeping its past' }).click()
  await expect(row).toHaveCount(0)
})
