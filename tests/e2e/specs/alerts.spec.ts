import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { freshName } from '../support/warren.ts'

const name = freshName('channel')
let receiver: Server
let asked = 0

test.beforeAll(async () => {
  receiver = createServer((_request, response) => {
    asked += 1
    response.end('thanks')
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
})

test.afterAll(() => {
  receiver.close()
})

function port(): number {
  return (receiver.address() as AddressInfo).port
}

async function makeChannel(page: Page) {
  await page.goto('/alerts')
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port()}/hidden-path`)
  await dialog.getByLabel('Quiet from (UTC)').fill('22:00')
  await dialog.getByLabel('until (UTC)').fill('06:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make channel' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
}

test('a channel is made, tested, shown on a phone and deleted', async ({ page }) => {
  await makeChannel(page)
  const card = page.getByRole('article', { name })
  await expect(card.getByText(`127.0.0.1:${port()}`)).toBeVisible()
  await expect(card.getByText('22:00–06:00 UTC')).toBeVisible()
  await expect(page.getByText('hidden-path')).toHaveCount(0)

  // As installed, a webhook reaches nothing in this network, and the test says so.
  await card.getByRole('button', { name: /^Send a test/ }).click()
  await expect(card.getByText('The test did not arrive')).toBeVisible()
  await expect(card.getByText('The name leads to a private address.')).toBeVisible()
  expect(asked).toBe(0)
  const log = page.getByRole('table', { name: 'Deliveries, newest first' })
  const row = log.getByRole('row', { name: new RegExp(name) }).first()
  await expect(row.getByText('given up')).toBeVisible()
  await keepScreenshot(page, 'alerts')

  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await keepScreenshot(page, 'alerts-dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await keepScreenshot(page, 'alerts-narrow-dark')

  await card.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this channel?' })
  await dialog.getByRole('button', { name: 'Delete channel' }).click()
  await expect(card).toHaveCount(0)
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the bell leads to a check, ${colorScheme}, also on a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/account')
    const bell = page.getByRole('button', { name: /^Notices/ })
    await bell.click()
    const notices = page.getByRole('dialog', { name: /^Notices/ })
    await expect(notices.getByRole('link', { name: 'All checks' })).toBeVisible()
    await expectAccessible(page)
    await keepScreenshot(page, `bell-${colorScheme}`)
    await page.keyboard.press('Escape')
    await expect(notices).toBeHidden()
    await expect(bell).toBeFocused()

    await page.setViewportSize({ width: 390, height: 844 })
    await bell.click()
    await expectAccessible(page)
    await keepScreenshot(page, `bell-narrow-${colorScheme}`)
    await notices.getByRole('link', { name: 'All checks' }).click()
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
  })
}
