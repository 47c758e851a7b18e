import { expect, test } from '@playwright/test'
import { SHIFT_MAX, type Shift, shiftsOf, sumOf, watchShifts } from '../support/shifts.ts'

/** So much later than the rest one answer comes. */
const LATE_MS = 400

const PAGES = [
  '/',
  '/jobs',
  '/datanodes',
  '/failover',
  '/heat',
  '/audit',
  '/files',
  '/usage',
  '/search?q=kind:file',
  '/trash',
  '/sql',
  '/account',
  '/small-files',
  '/limits',
  '/shards',
  '/blocks',
  '/health',
]

test('the overview does not jump where checks fail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await watchShifts(page)
  await page.route('**/api/v1/health/checks', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    for (const check of told.items.slice(0, 5)) {
      Object.assign(check, { verdict: 'error', reason: 'Something is not as it has to be here.' })
    }
    await page.waitForTimeout(LATE_MS)
    await route.fulfill({ response: answer, json: { ...told, verdict: 'error' } })
  })
  const shifts = await shiftsOf(page, '/')
  expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThan(SHIFT_MAX)
  await expect(page.getByText('Something is not as it has to be here.')).toHaveCount(5)
})

test('the SQL page does not jump where the replica answers late', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await watchShifts(page)
  await page.route('**/api/v1/sql/replica', async (route) => {
    await page.waitForTimeout(LATE_MS)
    await route.continue()
  })
  const shifts = await shiftsOf(page, '/sql')
  expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThan(SHIFT_MAX)
  await expect(page.getByText(/^Replica /)).toBeVisible()
})

for (const width of [1440, 390]) {
  test(`the layout does not jump while pages load, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    const jumping: Record<string, Shift[]> = {}
    for (const address of PAGES) {
      const shifts = await shiftsOf(page, address)
      if (sumOf(shifts) >= SHIFT_MAX) jumping[address] = shifts
    }
    expect(jumping).toEqual({})
  })
}
