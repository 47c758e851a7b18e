import { expect, test } from '@playwright/test'
import { keepScreenshot } from '../support/page.ts'
import { freshName } from '../support/warren.ts'

test('makes a token that works, shows its secret once, and revokes it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = freshName('report')
  await page.goto('/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByLabel('What it is for').fill(name)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Copy the secret now')).toBeVisible()
  const secret = ((await dialog.locator('pre').textContent()) ?? '').trim()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toBeHidden()
  await keepScreenshot(page, 'tokens')

  // A context without the browser's session: only the token speaks for the request.
  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  })
  expect((await script.get('/api/v1/cluster')).status()).toBe(200)

  await page.getByRole('button', { name: `Revoke token ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this token?' })
  await question.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByRole('button', { name: `Revoke token ${name}` })).toBeHidden()
  expect((await script.get('/api/v1/cluster')).status()).toBe(401)
  await script.dispose()
})
