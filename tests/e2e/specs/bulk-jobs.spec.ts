import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

// Before the spec of the guard, by its name: whoever takes a rule away is bound by it for a while, and
// a job on so many may be about any path.
const name = freshName('hundredthousand')
const directory = `/e2e/${name}`
const COUNT = 100_000
/** Paths of one command: made in time on a busy machine, too. */
const PER_COMMAND = 5_000
const AT_ONCE = 2
const PATIENCE_MS = 300_000

test.describe.configure({ mode: 'serial', timeout: 900_000 })

test.beforeAll(async () => {
  test.setTimeout(600_000)
  await dfs('-mkdir', '-p', directory)
  const names = Array.from({ length: COUNT }, (_, at) => `${directory}/row-${at}`)
  for (let from = 0; from < COUNT; from += PER_COMMAND * AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => from + at * PER_COMMAND).map((start) =>
        dfs('-mkdir', ...names.slice(start, start + PER_COMMAND)),
      ),
    )
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory, `/user/*/.Trash/Current${directory}`)
})

/** How many of the rows have an owner, as the stock client lists them. */
async function ownedBy(owner: string): Promise<number> {
  const listed = await dfs('-ls', directory)
  return listed.split('\n').filter((line) => line.split(/\s+/)[2] === owner).length
}

test('a hundred thousand are chosen, planned, changed, looked at and set back', async ({
  page,
}) => {
  const chosen = new URLSearchParams({ q: 'row', path: directory, kind: 'directory' })
  await page.goto(`/search?${chosen}`)
  await expect(page.getByText('100,000 matches')).toBeVisible({ timeout: PATIENCE_MS })
  await page.getByRole('button', { name: 'Change all…' }).click()
  await page.getByRole('menuitem', { name: 'Change owner…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change owner' })
  await dialog.getByLabel('Owner').fill('zoe')
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  expect(await ownedBy('zoe')).toBe(0)
  const examples = page.getByRole('table', { name: 'Entries that would change, before and after' })
  await expect(examples.getByRole('row').filter({ hasText: /row-.*Owner.*zoe/ })).toHaveCount(20, {
    timeout: PATIENCE_MS,
  })
  const patienceMs = PATIENCE_MS
  await runForReal(page, { kind: 'Change owner', consequence: /100,000/, patienceMs })
  await keepScreenshot(page, 'bulk-jobs')
  expect(await ownedBy('zoe')).toBe(COUNT)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All changes as CSV' }).click()
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines[0]).toBe('inode_id,path,attribute,before,after')
  const rows = new Set(lines.slice(1).filter((line) => /,owner,[^,]+,zoe$/.test(line)))
  expect(rows.size).toBe(COUNT)

  await page.getByRole('button', { name: 'Undo…' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this job?' })
  await question.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Undo', consequence: /^Sets 100,000 entries back/, patienceMs })
  expect(await ownedBy('zoe')).toBe(0)
})

test('a hundred thousand come back from the trash', async ({ page }) => {
  await page.goto(`/files?path=${directory}&job=delete`)
  const dialog = page.getByRole('dialog', { name: 'Delete' })
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  const patienceMs = PATIENCE_MS
  await runForReal(page, { kind: 'Delete', consequence: /100,001 directories/, patienceMs })
  await expect(dfs('-test', '-e', directory)).rejects.toThrow()

  const more = page.getByRole('button', { name: `Go on with ${directory}`, exact: true })
  await expect(async () => {
    await page.goto(`/trash?${new URLSearchParams({ prefix: directory })}`)
    await expect(more).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: PATIENCE_MS })
  await more.click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore' })
  await restore.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Restore', consequence: /100,001 directories/, patienceMs })
  expect((await dfs('-count', directory)).trim()).toMatch(/^100001\s+0\s+0\s/)
})
