import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('spread')}`
const names = Array.from({ length: 40 }, (_, number) => `f${number}.txt`)
/** A sample is taken every ten seconds, and a rate needs two of them. */
const SAMPLED_MS = 45_000
const MOVED_MS = 30_000
const TEST_MS = 240_000

test.beforeAll(async () => {
  await putFiles(directory, Object.fromEntries(names.map((name) => [name, 'a'])))
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

async function listed(): Promise<number> {
  return (await dfs('-ls', '-C', directory)).trim().split('\n').length
}

async function change(page: Page, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Spread children' })
  await dialog.getByLabel('Why').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  const record = page.getByRole('complementary', { name: 'Record of a change' })
  await expect(record.getByText('done', { exact: true })).toBeVisible({ timeout: MOVED_MS })
  await expect(record.getByText('40 of 40 children')).toBeVisible()
}

test('a hot directory is spread over shards and back, and stays in use', async ({ page }) => {
  test.setTimeout(TEST_MS)
  await dfs('-ls', ...Array.from({ length: 400 }, () => directory))
  await page.goto(`/heat?by=directory&window=1m&key=${directory}`)
  const shard = page.getByRole('link', { name: /^Its children are in shard \d+$/ })
  await expect(shard).toBeVisible({ timeout: SAMPLED_MS })
  await page.getByRole('link', { name: 'Spread its children …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spread children' })
  await expect(dialog.getByText('40 children, together in one shard')).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Shards of the directory' })).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'spread-what-if')
  await change(page, 'Spread over shards', 'its shard is hot')
  expect(await listed()).toBe(names.length)
  const means = page.getByRole('table', { name: 'Before and after' })
  // The calls above are within the ten minutes before.
  await expect(means.getByRole('row', { name: /^Calls in the directory [\d.,]+\/s/ })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Busiest shard, a second, before and after' }),
  ).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'spread-record')

  await page.getByRole('link', { name: 'Look at it again …' }).click()
  await expect(dialog.getByText('40 children, in 16 parts, by their names')).toBeVisible()
  await change(page, 'Bring together', 'listings read one place again')
  expect(await listed()).toBe(names.length)
  await page.goto('/audit?action=namespace.repartition')
  await expect(page.getByText(directory).first()).toBeVisible()
})
