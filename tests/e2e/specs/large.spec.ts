import { expect, type Locator, type Page, test } from '@playwright/test'
import { writeStatement } from '../support/editor.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'

/** What is loaded into the store before the cluster starts, besides what the specs make. */
const LOADED = 100_000

const matches = (page: Page) => page.getByRole('status').filter({ hasText: /match(es)?$/ })

async function numberIn(place: Locator): Promise<number> {
  const digits = (await place.innerText()).match(/[\d,]+(?=\D*$)/)?.[0] ?? ''
  return Number(digits.replaceAll(',', ''))
}

test('searches a hundred thousand entries, and narrows by facets to an exact count', async ({
  page,
}) => {
  await page.goto('/search?path=/&sort=-size')
  await expect
    .poll(() => numberIn(matches(page)), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(LOADED)
  await expect(page.getByRole('table', { name: 'Matches' }).getByRole('row')).not.toHaveCount(0)
  const owner = page.getByRole('button', { name: /^Only Owner user/ }).first()
  const count = await numberIn(owner)
  expect(count).toBeGreaterThan(0)
  await owner.click()
  await expect(page).toHaveURL(/owner:user/)
  await expect(matches(page)).toHaveText(`${count.toLocaleString('en-GB')} matches`)
  await keepScreenshot(page, 'search-large')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/cursor=/)
})

test('counts them in SQL, and reports who owns them', async ({ page }) => {
  await page.goto('/sql')
  await writeStatement(
    page.getByRole('textbox', { name: 'SQL statement' }),
    'SELECT count(*) AS entries FROM inodes',
  )
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const counted = page.getByRole('table', { name: 'Result' }).getByRole('cell').last()
  await expect.poll(() => numberIn(counted)).toBeGreaterThanOrEqual(LOADED)
  await page.goto('/reports')
  await page.getByRole('link', { name: /Biggest directories/ }).click()
  const table = page.getByRole('table', { name: 'Biggest directories' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await page.goto('/reports')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Owners/ })
    .click()
  const owners = page.getByRole('table', { name: 'Owners' })
  await owners.getByRole('link', { name: /^user/ }).first().click()
  await expect(page).toHaveURL(/\/search\?owner=user/)
  await expect.poll(() => numberIn(matches(page))).toBeGreaterThan(LOADED / 1_000)
})
