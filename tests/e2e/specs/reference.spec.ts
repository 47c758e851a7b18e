import { expect, test } from '@playwright/test'
import { keepScreenshot } from '../support/page.ts'
import { freshName } from '../support/warren.ts'

const DAY_MS = 86_400_000
const WIDTHS = [1440, 390] as const

test('the API is described and can be tried out, in the name of who is logged in', async ({
  page,
}) => {
  await page.goto('/reference')
  const group = page.locator('.opblock-tag-section', {
    has: page.locator('#operations-tag-tokens'),
  })
  await group.locator('#operations-tag-tokens').click()
  const create = group.locator('#operations-tokens-tokens_create')
  await create
    .getByRole('button', { name: /tokens$/ })
    .first()
    .click()
  await create.getByRole('button', { name: 'Try it out' }).click()
  const name = freshName('tried')
  await create.locator('textarea').fill(
    JSON.stringify({
      name,
      scopes: ['read'],
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  )
  await create.getByRole('button', { name: 'Execute' }).click()
  await expect(
    create.locator('.live-responses-table tbody .response-col_status').first(),
  ).toHaveText(/201/)
  await keepScreenshot(page, 'reference-tried')

  await page.goto('/tokens')
  await page.getByRole('button', { name: `Revoke token ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this token?' })
  await question.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByRole('button', { name: `Revoke token ${name}` })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    test(`the API's page, ${colorScheme} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto('/reference')
      await expect(page.locator('#operations-tag-namespace')).toBeVisible()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      await keepScreenshot(page, `reference-${colorScheme}-${width}`)
    })
  }
}
