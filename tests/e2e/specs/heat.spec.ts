import { userInfo } from 'node:os'
import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('heat')}`
const COUNTED_MS = 10_000

test.beforeAll(async () => {
  await putFiles(directory, { 'a.txt': 'a', 'b.txt': 'b' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('leads from a directory to who works there, and to his calls', async ({ page }) => {
  // One client that asks for the same directory again and again.
  await dfs('-ls', ...Array.from({ length: 200 }, () => directory))
  await page.goto('/heat?by=directory&window=10m')
  const directories = page.getByRole('table', { name: 'Directories, the hottest first' })
  await expect(directories.getByRole('link', { name: directory })).toBeVisible({
    timeout: COUNTED_MS,
  })
  await directories.getByRole('link', { name: directory }).click()
  const details = page.getByRole('complementary', { name: 'Heat of one' })
  const users = details.getByRole('table', { name: `Users of ${directory}` })
  await expect(users.getByRole('row', { name: new RegExp(userInfo().username) })).toBeVisible()
  const calls = details.getByRole('table', { name: `Calls of ${directory}` })
  await expect(calls.getByRole('row', { name: /getListing/ })).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'heat')
  await users.getByRole('link', { name: userInfo().username }).click()
  await expect(page).toHaveURL(/by=user/)
  await expect(
    page.getByRole('table', { name: `Directories of ${userInfo().username}` }),
  ).toBeVisible()
})
