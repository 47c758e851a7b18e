import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const owner = freshName('owner')
const directory = `/e2e/${owner}`
const FOLLOWED_MS = 90_000

test.beforeAll(async () => {
  await putFiles(`${directory}/deep/inside`, { 'big.csv': 'x'.repeat(2_000) })
  await putFiles(`${directory}/other`, { 'small.csv': 'x'.repeat(1_000) })
  await dfs('-chown', '-R', owner, directory)
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('tells what a user owns and where, and finds just these files', async ({ page }) => {
  const where = page.getByRole('table', { name: `Where what ${owner} owns is, by length` })
  await expect(async () => {
    await page.goto(`/owners?name=${owner}&measure=length`)
    await expect(
      where.getByRole('link', { name: `${directory}/deep/inside`, exact: true }),
    ).toBeVisible({
      timeout: 10_000,
    })
    await expect(where.getByRole('row')).toHaveCount(3)
  }).toPass({ timeout: FOLLOWED_MS })
  await expect(where.getByRole('row').nth(1)).toContainText('67 %')
  await expect(where.getByRole('row').nth(2)).toContainText('33 %')
  await expectAccessible(page)
  await keepScreenshot(page, 'owners')
  await where.getByRole('link', { name: `${directory}/other`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`owner=${owner}`))
  await expect(page.getByText('small.csv').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('big.csv').filter({ visible: true })).toHaveCount(0)
})

test('orders groups by a header, and back by the history', async ({ page }) => {
  await page.goto('/owners?whose=group')
  const groups = page.getByRole('table', { name: /^Groups of the file system, most space first/ })
  await groups.getByRole('button', { name: 'Files' }).click()
  await expect(page).toHaveURL(/sort=files/)
  await expect(
    page.getByRole('table', { name: /^Groups of the file system, most files first/ }),
  ).toBeVisible()
  await page.goBack()
  await expect(groups).toBeVisible()
})
