import { expect, type Locator, type Page } from '@playwright/test'

type Run = {
  kind: string
  consequence?: string | RegExp
  onQuestion?: () => Promise<void>
  /** As long as the plan, and as long as the job, may take. */
  patienceMs?: number
}

/** From a finished dry run through its question to the end of the real job. */
export async function runForReal(page: Page, run: Run) {
  const { kind, consequence, onQuestion, patienceMs } = run
  const patience = patienceMs === undefined ? {} : { timeout: patienceMs }
  await expect(page.getByText('Nothing has changed yet')).toBeVisible(patience)
  const dryRun = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Run for real…' }).click()
  const question: Locator = page.getByRole('dialog', { name: `${kind}: run for real?` })
  if (consequence) await expect(question.getByText(consequence)).toBeVisible()
  await onQuestion?.()
  await question.getByRole('button', { name: kind, exact: true }).click()
  await page.waitForURL((url) => url.pathname !== dryRun)
  await expect(page.getByText('Succeeded', { exact: true })).toBeVisible(patience)
}
