import { expect, type Page, test } from '@playwright/test'
import { askedFor, STAGES } from '../support/migrated.ts'
import { expectBothSchemesAccessible, expectLoaded, visit } from '../support/page.ts'
import { SHIFT_MAX, shiftsOf, sumOf, watchShifts } from '../support/shifts.ts'

/** Answers of a job come so much later than that of the migration. */
const LATE_MS = 400

/** A migration takes another file system: here the API's answers are told by the test. */
async function tell(page: Page, stage: (typeof STAGES)[number]): Promise<void> {
  const approvedBy = stage.told.request?.approved_by ?? null
  await page.route('**/api/v1/migration', (route) => route.fulfill({ json: stage.told }))
  await page.route('**/api/v1/jobs/4001', async (route) => {
    await page.waitForTimeout(LATE_MS)
    await route.fulfill({ json: askedFor(approvedBy) })
  })
}

for (const stage of STAGES) {
  test(`a migration that is ${stage.name} fits, has no barriers, and stays`, async ({ page }) => {
    await tell(page, stage)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await visit(page, '/migration')
      await expect(page.getByText(stage.shows).filter({ visible: true }).first()).toBeVisible()
      await expectLoaded(page)
      await expectBothSchemesAccessible(page, `migration-${stage.name}-${width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
    }
    await watchShifts(page)
    const shifts = await shiftsOf(page, '/migration')
    expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThan(SHIFT_MAX)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

test('this file system did not come from an HDFS', async ({ page }) => {
  await visit(page, '/migration')
  await expect(page.getByText('This file system did not come from an HDFS')).toBeVisible()
})
