import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('guarded')}`
const PASSWORD = 'a first long password'

test.beforeAll(async () => {
  await putFiles(directory, { 'a.txt': 'a', 'b.txt': 'b' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

/** A browser of an operator, who is logged in. */
async function operator(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  return page
}

async function addOperator(page: Page, name: string): Promise<void> {
  await page.goto('/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('User name').fill(name)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'operator' }).click()
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog).toBeHidden()
}

test('a job that a rule marks begins when a second person approves it', async ({
  page,
  browser,
}) => {
  const rule = freshName('rule')
  const olga = freshName('olga')
  await addOperator(page, olga)
  await page.goto('/guard?open=create-rule')
  const editor = page.getByRole('dialog', { name: 'New rule' })
  await editor.getByLabel('Name').fill(rule)
  await editor.getByLabel('Path').fill(directory)
  await expectAccessible(page)
  await keepScreenshot(page, 'guard-rule')
  await editor.getByRole('button', { name: 'Make rule' }).click()
  await expect(page.getByRole('button', { name: `Change: ${rule}` })).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'guard')

  const hers = await operator(browser, olga)
  try {
    await hers.goto(`/files?path=${directory}&job=set_owner`)
    const form = hers.getByRole('dialog', { name: 'Change owner' })
    await form.getByLabel('Owner').fill('finance')
    await form.getByRole('button', { name: 'Start dry run' }).click()
    await hers.getByRole('button', { name: 'Run for real…' }).click()
    const question = hers.getByRole('dialog', { name: 'Change owner: run for real?' })
    await question.getByLabel('Reason').fill('finance took over')
    await question.getByRole('button', { name: 'Change owner', exact: true }).click()
    await expect(hers.getByText('Waits for approval')).toBeVisible()
    await expect(hers.getByRole('button', { name: 'Approve…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )

    await page.goto('/approvals')
    const waiting = page.getByRole('table', { name: /wait for an approval/ })
    await expectAccessible(page)
    await keepScreenshot(page, 'approvals')
    await waiting
      .getByRole('row', { name: new RegExp(olga) })
      .getByRole('link', { name: 'Change owner' })
      .click()
    await expect(page.getByText(`${olga}: “finance took over”`)).toBeVisible()
    await expectAccessible(page)
    await keepScreenshot(page, 'approval')
    await page.getByRole('button', { name: 'Approve…' }).click()
    const decision = page.getByRole('dialog', { name: 'Approve this job?' })
    await decision.getByLabel('Comment').fill('looks right')
    await keepScreenshot(page, 'approve')
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(hers.getByText('Succeeded', { exact: true })).toBeVisible()
    await expect(hers.getByText('Approved by admin')).toBeVisible()
    expect(await dfs('-ls', directory)).toContain('finance')
  } finally {
    await page.goto('/guard')
    await page.getByRole('button', { name: `Delete: ${rule}` }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await expect(page.getByRole('button', { name: `Delete: ${rule}` })).toBeHidden()
  }
})
