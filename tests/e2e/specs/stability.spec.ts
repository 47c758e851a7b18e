import { expect, type Page, test } from '@playwright/test'
import { expectLoaded } from '../support/page.ts'

/** Above this Google's Core Web Vitals no longer call a layout stable. */
const SHIFT_MAX = 0.1
const SETTLED_MS = 1_500

declare global {
  interface Window {
    shifted: number
  }
}

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

/** How much of the page moved while it was loaded: the sum of all shifts. */
async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await expectLoaded(page)
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate(() => window.shifted)
}

for (const width of [1440, 390]) {
  test(`the layout does not jump while pages load, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') window.shifted += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const shifts: Record<string, number> = {}
    for (const address of PAGES) shifts[address] = await shiftOf(page, address)
    const jumping = Object.entries(shifts).filter(([, shift]) => shift >= SHIFT_MAX)
    expect(jumping, JSON.stringify(shifts)).toEqual([])
  })
}
