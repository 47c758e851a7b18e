import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const word = freshName('lifecycle')
const directory = `/e2e/${word}`

test.beforeAll(async () => {
  await putFiles(directory, { [`${word}-1.log`]: 'one', [`${word}-2.log`]: 'two' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('a rule tells by a dry run what it would do, and changes nothing', async ({ page }) => {
  const q = `${word} ext:log`
  const found = `/api/v1/search?${new URLSearchParams({ q, limit: '1' })}`
  await expect
    .poll(async () => (await (await page.request.get(found)).json()).total, { timeout: 20_000 })
    .toBe(2)

  await page.goto('/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  const editor = page.getByRole('dialog', { name: 'New rule' })
  await editor.getByLabel('Name').fill(word)
  await editor.getByRole('textbox', { name: 'Search', exact: true }).fill(q)
  await expect(editor.getByText('Finds 2 entries now.')).toBeVisible()
  await editor.getByLabel('Group').fill('archive')
  await expectAccessible(page)
  await keepScreenshot(page, 'rule')
  await editor.getByRole('button', { name: 'Make rule' }).click()

  await page.getByRole('button', { name: `Run now: ${word}` }).click()
  const runs = page.getByRole('table', { name: `Runs of ${word}, newest first` })
  await expect(runs.getByText('Dry run done')).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'rules')
  await runs.getByRole('link', { name: /^dry run/ }).click()
  await expect(page.getByText('Succeeded', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Rule \d/ })).toBeVisible()
  expect(await dfs('-ls', directory)).not.toContain('archive')

  await page.goto('/rules')
  await page.getByRole('button', { name: `Delete: ${word}` }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByRole('button', { name: `Delete: ${word}` })).toBeHidden()
})
