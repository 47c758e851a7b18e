import { expect, type Route, test } from '@playwright/test'
import { keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

const directory = `/e2e/${freshName('browse')}`
const COUNT = 230

test.beforeAll(async () => {
  const names = Array.from({ length: COUNT }, (_, at) => `plot-${String(at).padStart(3, '0')}`)
  await dfs('-mkdir', '-p', ...names.map((name) => `${directory}/${name}`))
  await dfs('-mkdir', `${directory}/a name with blanks, ünïcode & +%#`)
})

test('pages through a directory on the server, forth and back', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  await expect(page.getByRole('link', { name: 'plot-000' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('1–100 entries')
  await keepScreenshot(page, 'files')

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('status')).toHaveText('101–200 entries')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('status')).toHaveText(`201–${COUNT + 1} entries`)
  await expect(page.getByRole('link', { name: `plot-${COUNT - 1}` })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('status'), 'the address holds the page').toHaveText(
    `201–${COUNT + 1} entries`,
  )
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('status')).toHaveText('101–200 entries')
  await page.goBack()
  await expect(page.getByRole('status')).toHaveText(`201–${COUNT + 1} entries`)
})

test('opens names that need care in an address', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  await page.getByRole('link', { name: 'a name with blanks, ünïcode & +%#' }).click()
  await expect(page.getByText('This directory is empty')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This directory is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Up one level' }).click()
  await expect(page.getByRole('link', { name: 'plot-000' })).toBeVisible()
})

test('is driven by the keyboard', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  await page.getByRole('link', { name: 'plot-000' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'plot-001' })).toBeFocused()
  await page.keyboard.press('Space')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'plot-001' })).toBeVisible()
  await expect(details.getByText('Usage and quota')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This directory is empty')).toBeVisible()
})

test('goes to a path by Ctrl-K', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Leader', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Go to a page/).fill(`${directory}/plot-007`)
  await keepScreenshot(page, 'spotlight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/files?path=${directory}/plot-007`)
})

test('opens the palette for keys that were pressed before its code came', async ({ page }) => {
  const held: Route[] = []
  await page.route('**/ConsoleSpotlight-*.js', (route) => {
    held.push(route)
  })
  await page.goto('/')
  await expect(page.getByText('Leader', { exact: true })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.press('Control+k')
  await Promise.all(held.map((route) => route.continue()))
  await expect(page.getByPlaceholder(/Go to a page/)).toBeFocused()
})

test('says so when a path does not exist', async ({ page }) => {
  await page.goto('/files?path=/no/such/path')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
