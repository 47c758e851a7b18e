import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('shards')}`
/** A sample is taken every ten seconds, and a rate needs two of them. */
const SAMPLED_MS = 45_000
const TEST_MS = 180_000

test.beforeAll(async () => {
  await putFiles(directory, { 'a.txt': 'a', 'b.txt': 'b' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

/** One client asks for the same directory again and again. */
async function heat(): Promise<void> {
  await dfs('-ls', ...Array.from({ length: 400 }, () => directory))
}

test('leads from a directory to its shard and back to who works there', async ({ page }) => {
  test.setTimeout(TEST_MS)
  await heat()
  await page.goto(`/heat?by=directory&window=10m&key=${directory}`)
  const link = page.getByRole('link', { name: /^Its children are in shard \d+$/ })
  await expect(link).toBeVisible({ timeout: SAMPLED_MS })
  const shard = (await link.innerText()).replace(/\D/g, '')
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/shards\\?shard=${shard}$`))
  const panel = page.getByRole('complementary', { name: 'One shard' })
  await expect(panel.getByRole('heading', { name: `Shard ${shard}` })).toBeVisible()
  await panel.getByRole('radiogroup', { name: 'Window of time' }).getByText('10 min').click()
  await expect(panel.getByRole('table', { name: `Tables of shard ${shard}` })).toContainText(
    'inodes',
    { timeout: SAMPLED_MS },
  )
  const directories = panel.getByRole('table', { name: `Hottest directories of shard ${shard}` })
  await expect(directories.getByRole('link', { name: directory, exact: true })).toBeVisible({
    timeout: SAMPLED_MS,
  })
  await expectAccessible(page)
  await keepScreenshot(page, 'shard')
  await directories.getByRole('link', { name: directory, exact: true }).click()
  await expect(page).toHaveURL(/\/heat\?by=directory/)
  await expect(page.getByRole('table', { name: `Users of ${directory}` })).toBeVisible()
})

test('draws the load of every shard, and has it in a table, too', async ({ page }) => {
  test.setTimeout(TEST_MS)
  await heat()
  await page.goto('/shards?range=10m')
  const map = page.getByRole('img', { name: 'Operations of each shard over time' })
  await expect(map).toBeVisible({ timeout: SAMPLED_MS })
  await expect(map).toHaveAccessibleDescription(/Shard \d+ was the busiest/, {
    timeout: SAMPLED_MS,
  })
  const table = page.getByRole('table', { name: 'Load of each shard, the mean of the range' })
  await expect(table.getByRole('link', { name: /^Shard \d+$/ }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Number' }).click()
  await expect(page).toHaveURL(/sort=shard/)
  await expect(table.getByRole('link').first()).toHaveText('Shard 0')
  await page.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: 'inodes' }).click()
  await expect(page).toHaveURL(/table=inodes/)
  await page.getByRole('radiogroup', { name: 'Range of time' }).getByText('24 h').click()
  await expect(page).toHaveURL(/range=24h/)
  await expect(map).toHaveAccessibleDescription(/over 24 h/)
  await expectAccessible(page)
  await keepScreenshot(page, 'shards')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`fits ${width} px in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/shards?range=10m&shard=0')
      const panel =
        width < 1_200
          ? page.getByRole('dialog', { name: 'One shard' })
          : page.getByRole('complementary', { name: 'One shard' })
      await expect(panel.getByRole('heading', { name: 'Shard 0' })).toBeVisible()
      await expectAccessible(page)
      await keepScreenshot(page, `shard-${width}-${colorScheme}`)
      await panel.getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL(/\/shards\?range=10m$/)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      await expectAccessible(page)
      await keepScreenshot(page, `shards-${width}-${colorScheme}`)
    })
  }
}
