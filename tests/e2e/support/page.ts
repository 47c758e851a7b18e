import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const ALL: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const SCHEME = 'data-mantine-color-scheme'
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Fails with the rule and the element of every breach of WCAG 2.2 AA on the page as it is now. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoBreach(page, ALL)
}

/**
 * The same in both schemes; in the dark one of colours alone, since nothing else changes. The page
 * is not loaded anew: it follows the system's scheme while it is open. kept: the screenshots' name.
 */
export async function expectBothSchemesAccessible(page: Page, kept?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute(SCHEME, colorScheme)
    await expectNoBreach(page, colorScheme === 'light' ? ALL : COLOURS)
    if (kept) await keepScreenshot(page, `${kept}-${colorScheme}`)
  }
}

async function expectNoBreach(page: Page, runOnly: axe.RunOnly): Promise<void> {
  // Fading popovers and dialogs have the contrast of neither of their states.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || !(each instanceof CSSTransition)),
  )
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (only) => window.axe.run(document, { runOnly: only }),
    runOnly,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
  // A report's first line says what and where, and one line may be all that is kept of it.
  if (found.length > 0) {
    throw new Error(`${page.url()}: ${found.join('; ').replaceAll(/\s+/g, ' ')}`)
  }
}

/** Keeps a picture when WARREN_SCREENSHOTS names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.WARREN_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}
