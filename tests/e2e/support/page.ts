import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
    /** The console's router, which its library leaves here. */
    __TSR_ROUTER__?: { navigate(to: { href: string }): Promise<void> }
  }
}

const ALL: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const SCHEME = 'data-mantine-color-scheme'
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Goes to a page as a link does: the console is loaded and compiled once, however many pages are
 * looked at. Ends when the page is there, without its data.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isOpen = await page.evaluate(() => window.__TSR_ROUTER__ !== undefined)
  if (isOpen) {
    await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), address)
  } else {
    await page.goto(address)
  }
}

/** Waits until no placeholder stands for data any more. */
export function expectLoaded(page: Page): Promise<void> {
  return expect(page.locator('main .mantine-Skeleton-root[data-visible]')).toHaveCount(0)
}

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
  const isThere = await page.evaluate(() => window.axe !== undefined)
  if (!isThere) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (only) => {
    if (!window.axe) throw new Error('axe is not there')
    return (await window.axe.run(document, { runOnly: only })).violations
  }, runOnly)
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
