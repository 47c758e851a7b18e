import { expect, type Page, test } from '@playwright/test'
import { writeStatement } from '../support/editor.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

const name = freshName('live')
const directory = `/e2e/${name}`
// So many rows, each with each other four times over: no database ends that soon.
const CHILDREN = 60

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' })
const result = (page: Page) => page.getByRole('table', { name: 'Result' })

/** The SQL page with the live engine chosen; without one there is nothing to test. */
async function live(page: Page): Promise<void> {
  await page.goto('/sql')
  const engines = page.getByRole('radiogroup', { name: 'Engine' })
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  const replica = page.getByText(/Replica .*as of|The replica is being built/)
  await expect(replica).toBeVisible()
  test.skip((await engines.count()) === 0, 'this Warren has no SQL node')
  await engines.getByText('Live', { exact: true }).click()
  await expect(page).toHaveURL(/engine=ndb/)
  await expect(page.getByText('Live: the rows of the database itself')).toBeVisible()
}

async function run(page: Page, statement: string): Promise<void> {
  await writeStatement(editor(page), statement)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
}

test.beforeAll(async () => {
  const names = Array.from({ length: CHILDREN }, (_, at) => `${directory}/row-${at}`)
  await dfs('-mkdir', '-p', ...names)
  await dfs('-touchz', `${directory}/${name}-file`)
})

test('answers from the database itself, and says so', async ({ page }) => {
  await live(page)
  await run(page, `SELECT name, kind, own_storage_policy FROM inodes WHERE name = '${name}-file'`)
  await expect(result(page).getByText(`${name}-file`), 'what was written just now').toBeVisible()
  await expect(page.getByText(/Engine ndb · live: rows of this moment/)).toBeVisible()
  await expect(page.getByText(/as of/)).toHaveCount(0)
  await keepScreenshot(page, 'live-sql')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(/Engine ndb/), 'the address').toBeVisible()
})

test('refuses writes, locks and the tables behind the views', async ({ page }) => {
  await live(page)
  for (const statement of [
    "UPDATE inodes SET owner = 'eve'",
    'DELETE FROM inodes',
    'SELECT * FROM inodes FOR UPDATE',
    'SELECT * FROM mysql.user',
  ]) {
    await run(page, statement)
    await expect(page.getByRole('alert'), statement).toContainText(/[Oo]nly/)
    await expect(result(page)).toHaveCount(0)
  }
  await run(page, `SELECT count(*) AS left_over FROM inodes WHERE name LIKE 'row-%'`)
  await expect(result(page).getByRole('cell').first()).not.toHaveText('0')
})

test('shows no plans, and says why', async ({ page }) => {
  await live(page)
  const explain = page.getByRole('button', { name: 'Explain' })
  await expect(explain).toBeDisabled()
})

test('cancels what takes long, and keeps it in the history as live', async ({ page }) => {
  await live(page)
  await run(
    page,
    'SELECT max(a.size_bytes * b.inode_id + c.mode * d.inode_id + e.inode_id)' +
      ' FROM inodes a, inodes b, inodes c, inodes d, inodes e',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The query was cancelled')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Engine' }).getByText('Replica').click()
  await page.getByRole('tab', { name: 'History' }).click()
  const last = page.getByRole('button', { name: /Open query .*cancelled, live/s }).first()
  await last.click()
  await expect(page, 'the engine comes back with the statement').toHaveURL(/engine=ndb/)
  await expect(editor(page)).toContainText('inodes e')
})
