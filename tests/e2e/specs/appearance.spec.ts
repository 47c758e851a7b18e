import { expect, type Page, test } from '@playwright/test'
import { keepScreenshot } from '../support/page.ts'

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

test('is light or dark as the system is, until told otherwise', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByText('Leader', { exact: true })).toBeVisible()
  expect(await scheme(page)).toBe('dark')
  await keepScreenshot(page, 'overview-dark')

  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(() => scheme(page)).toBe('light')
  await page.reload()
  await expect(page.getByText('Leader', { exact: true })).toBeVisible()
  expect(await scheme(page), 'the choice survives a reload').toBe('light')
  await keepScreenshot(page, 'overview')
})

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Navigation', exact: true }).click()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
})
