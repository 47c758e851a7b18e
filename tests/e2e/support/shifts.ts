import type { Page } from '@playwright/test'
import { expectLoaded } from './page.ts'

/** Above this Google's Core Web Vitals no longer call a layout stable. */
export const SHIFT_MAX = 0.1
const SETTLED_MS = 1_500

/** How far something moved, in parts of the window, and what moved from where to where. */
export interface Shift {
  value: number
  moved: string[]
}

/** As the browser tells it; the types of the DOM do not have it yet. */
interface LayoutShiftSource {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** What moved while the page was loaded. */
export async function shiftsOf(page: Page, address: string): Promise<Shift[]> {
  await page.goto(address)
  await expectLoaded(page)
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate(() => window.shifts)
}

/** How much of the page moved in all. */
export function sumOf(shifts: Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0)
}

export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const placeOf = ({ y, height }: DOMRectReadOnly) => `${Math.round(y)}+${Math.round(height)}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || typeof entry.value !== 'number') continue
        const sources: LayoutShiftSource[] =
          'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 40)} ${placeOf(previousRect)} > ${placeOf(currentRect)}`,
        )
        window.shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
