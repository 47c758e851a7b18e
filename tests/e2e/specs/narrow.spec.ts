import { expect, type Page, test } from '@playwright/test'
import {
  expectAccessible,
  expectBothSchemesAccessible,
  expectLoaded,
  keepScreenshot,
  visit,
} from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const directory = `/e2e/${freshName('narrow')}`

test.use({ viewport: { width: 390, height: 844 } })

test.beforeAll(async () => {
  await putFiles(directory, { 'a-rather-long-name-of-a-file-that-no-column-holds.txt': 'words' })
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

async function expectNothingCut(page: Page) {
  const outside = await page.evaluate(() =>
    Array.from(document.querySelectorAll('main td, main th, main button, main input'))
      .filter((each) => each.checkVisibility() && !each.closest('thead'))
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 0.5)
      .map((each) => each.outerHTML.slice(0, 120)),
  )
  expect(outside).toEqual([])
}

const lists = [
  ['files', `/files?path=${directory}`],
  ['search', '/search?q=narrow'],
  ['usage', '/usage?path=/e2e'],
  ['quotas', '/quotas'],
  ['owners', '/owners'],
  ['trash', '/trash'],
  ['jobs', '/jobs'],
  ['approvals', '/approvals'],
  ['rules', '/rules'],
  ['guard', '/guard'],
  ['datanodes', '/datanodes'],
  ['blocks', '/blocks'],
  ['small-files', '/small-files'],
  ['heat', '/heat?by=operation&window=1h'],
  ['shards', '/shards?range=10m'],
  ['limits', '/limits'],
  ['spread', '/spread'],
  ['failover', '/failover'],
  ['pipeline', '/pipeline'],
  ['audit', '/audit'],
  ['alerts', '/alerts'],
  ['tokens', '/tokens'],
  ['users', '/users'],
] as const

test('lists are cards on a phone, light or dark', async ({ page }) => {
  test.setTimeout(240_000)
  for (const [name, address] of lists) {
    await test.step(name, async () => {
      await visit(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('All times are UTC')).toBeVisible()
      await expectLoaded(page)
      await expectNothingCut(page)
      await expectBothSchemesAccessible(page, `narrow-${name}`)
    })
  }
})

test('details are a drawer, and Esc closes it and the menu', async ({ page }) => {
  await page.goto(`/files?path=${directory}`)
  await page.getByRole('button', { name: /^Details of a-rather/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await expect(drawer.getByText('Inode')).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'narrow-drawer')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Navigation', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Jobs' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Jobs' })).not.toBeInViewport()
  await expect(page.getByRole('button', { name: 'Navigation', exact: true })).toBeFocused()
})

test('folded filters open, and say how many are set', async ({ page }) => {
  await page.goto('/audit?action=auth')
  const fold = page.getByRole('button', { name: 'Filters (1 set)' })
  await expect(page.getByLabel('Who')).toBeHidden()
  await fold.click()
  await expect(page.getByLabel('Who')).toBeVisible()
})

test('the way back undoes a facet and finds the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/files?path=/e2e')
  await page.getByRole('link', { name: directory.slice('/e2e/'.length) }).click()
  await expect(page.getByRole('link', { name: /^a-rather/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: directory.slice('/e2e/'.length) })).toBeFocused()
})
