import { expect, type Page, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

const name = freshName('search')
const directory = `/e2e/${name}`
const INDEXED_MS = 90_000
const COUNT = 120

test.beforeAll(async () => {
  const names = Array.from({ length: COUNT }, (_, at) => `${name}-${String(at).padStart(3, '0')}`)
  await dfs('-mkdir', '-p', ...names.map((each) => `${directory}/${each}`))
})

async function openIndexed(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(`/search?q=${name}&path=${directory}&kind=directory`)
    await expect(page.getByText(`${COUNT} matches`)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: INDEXED_MS })
}

test('keeps a search and opens it again', async ({ page }) => {
  await openIndexed(page)
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save the search' })
  await dialog.getByLabel('Name').fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/search')
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByText(`${COUNT} matches`)).toBeVisible()
  await expect(page).toHaveURL(/q=.*kind:directory/)
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: `Delete saved search ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toBeHidden()
})

test('exports all matches as a file', async ({ page }) => {
  await openIndexed(page)
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export matches' })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const done = dialog.getByRole('listitem').filter({ hasText: name }).first()
  await expect(done.getByText(`${COUNT} rows`)).toBeVisible({ timeout: INDEXED_MS })
  await keepScreenshot(page, 'search-export')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await done.getByRole('link', { name: /\.csv$/ }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) {
    chunks.push(chunk as Buffer)
  }
  const lines = Buffer.concat(chunks).toString().trim().split('\n')
  expect(lines).toHaveLength(COUNT + 1)
  expect(lines[0]).toContain('path,name,kind,size_bytes')
  expect(lines.some((line) => line.startsWith(`${directory}/${name}-007,`))).toBe(true)
  await done.getByRole('button', { name: /^Delete export/ }).click()
  await done.getByRole('button', { name: /^Delete search-/ }).click()
  await expect(done).toBeHidden()
})

test('completes fields and their values while a query is typed', async ({ page }) => {
  await openIndexed(page)
  const box = page.getByPlaceholder('Search names')
  await box.fill(`${name} pol`)
  await page.getByRole('option', { name: /^policy:/ }).click()
  await expect(box).toHaveValue(`${name} policy:`)
  await box.pressSequentially('ho')
  await page.getByRole('option', { name: /^policy:HOT/ }).click()
  await expect(box).toHaveValue(`${name} policy:HOT `)
  await expect(page).toHaveURL(/policy:HOT/)
  await expect(page.getByText(`${COUNT} matches`)).toBeVisible()
  await box.fill(`${name} policy:cold`)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expectAccessible(page)
})

test('offers similar names when a typo finds nothing', async ({ page }) => {
  await openIndexed(page)
  await page.goto(`/search?q=saerch&path=${directory}`)
  await page.getByRole('button', { name: 'Look for similar names' }).click()
  await expect(page).toHaveURL(/typos:yes/)
  await expect(page.getByText('similar', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('completes conditions and previews a match', async ({ page }) => {
  await openIndexed(page)
  await page.goto(`/search?q=${name}-007`)
  await expect(page.getByText('1 match')).toBeVisible()
  const query = page.getByLabel('Name contains')
  await query.press('End')
  await query.pressSequentially(' ow')
  await page.getByRole('option', { name: /^owner:/ }).click()
  const owner = page.getByRole('option', { name: /^owner:\S+/ }).first()
  await expect(owner).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'search-completion')
  await owner.click()
  await expect(page).toHaveURL(/owner:\S+/)
  await expect(page.getByText('1 match')).toBeVisible()

  await page.getByRole('button', { name: `Preview ${name}-007` }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('Inode')).toBeVisible()
  await expectAccessible(page)
  await keepScreenshot(page, 'search-preview')
  await details.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/files\\?path=${directory}$`))
})

async function prepareOwner(page: Page, menu: string, owner: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: 'Change owner…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change owner' })
  await dialog.getByLabel('Owner').fill(owner)
  await expectAccessible(page)
  await keepScreenshot(page, `search-job-${owner}`)
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Change owner' })
}

test('changes matches that are ticked, and all of them', async ({ page }) => {
  const owner = (at: string) => dfs('-stat', '%u', `${directory}/${name}-${at}`)
  await openIndexed(page)
  await page.getByRole('checkbox', { name: `Tick ${name}-000` }).check()
  await page.getByRole('checkbox', { name: `Tick ${name}-001` }).check()
  await prepareOwner(page, 'Change 2 ticked…', 'zoe')
  expect(await owner('001')).toContain('zoe')
  expect(await owner('002')).not.toContain('zoe')

  await openIndexed(page)
  await prepareOwner(page, 'Change all…', 'yann')
  expect(await owner('001')).toContain('yann')
  expect(await owner('119')).toContain('yann')
})
