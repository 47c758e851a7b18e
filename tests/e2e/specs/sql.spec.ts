import { expect, type Page, test } from '@playwright/test'
import { emptyEditor, writeStatement } from '../support/editor.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const name = freshName('sql')
const directory = `/e2e/${name}`
const FOLLOWED_MS = 90_000

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' })
const result = (page: Page) => page.getByRole('table', { name: 'Result' })

async function run(page: Page, statement: string): Promise<void> {
  await writeStatement(editor(page), statement)
  // The editor's lines are elements of their own. Text that it lost would run another statement.
  await expect(editor(page)).toHaveText(statement.replaceAll('\n', ''))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
}

test.beforeAll(async () => {
  const names = Array.from({ length: 120 }, (_, at) => `row-${String(at).padStart(3, '0')}`)
  await dfs('-mkdir', '-p', ...names.map((each) => `${directory}/${each}`))
})

test('answers from the replica, pages on the server, and keeps the query in the address', async ({
  page,
}) => {
  await page.goto('/sql')
  const statement = `SELECT path FROM inodes WHERE path LIKE '${directory}/%' ORDER BY path`
  await expect(async () => {
    await run(page, statement)
    await expect(page.getByText('1–100 of 120 rows')).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: FOLLOWED_MS })
  await expect(result(page).getByText(`${directory}/row-000`)).toBeVisible()
  await expect(page.getByText(/Engine duckdb · .* rows read/)).toBeVisible()
  await keepScreenshot(page, 'sql')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(result(page).getByText(`${directory}/row-119`)).toBeVisible()
  await page.reload()
  await expect(result(page).getByText(`${directory}/row-119`), 'the address').toBeVisible()
  await expect(editor(page)).toContainText('SELECT path')
  await expectAccessible(page)
})

test('answers about blocks, replicas, attributes and quotas, and says how old they are', async ({
  page,
}) => {
  const data = `${directory}-data`
  await putFiles(data, { 'a.txt': 'seven b' })
  await dfs('-setfattr', '-n', 'user.team', '-v', 'blue', `${data}/a.txt`)
  await page.goto('/sql')
  await expect(async () => {
    await run(
      page,
      `SELECT b.length_bytes, r.storage_type, x.value
FROM inodes i JOIN blocks b USING (inode_id) JOIN replicas r USING (block_id)
JOIN xattrs x ON x.inode_id = i.inode_id WHERE i.path = '${data}/a.txt'`,
    )
    await expect(result(page).getByText('blue')).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: FOLLOWED_MS })
  await expect(result(page).getByText('DISK').first()).toBeVisible()
  await expect(page.getByText(/blocks complete as of/)).toBeVisible()
  await expect(page.getByText(/replicas complete as of/)).toBeVisible()
  await expectAccessible(page)
})

test('refuses more than reading, and says what is wrong', async ({ page }) => {
  await page.goto('/sql')
  await run(page, "SELECT * FROM read_csv('/etc/passwd')")
  await expect(page.getByRole('alert')).toContainText(
    'Only reading the published tables is allowed',
  )
  await run(page, 'DELETE FROM inodes')
  await expect(page.getByRole('alert')).toContainText('Only reading')
  await run(page, 'SELECT colour FROM inodes')
  await expect(page.getByRole('alert')).toContainText('colour')
  await expectAccessible(page)
})

test('cancels what takes long', async ({ page }) => {
  await page.goto('/sql')
  await run(
    page,
    'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The query was cancelled')).toBeVisible()
})

test('downloads the whole result', async ({ page }) => {
  await page.goto('/sql')
  await run(page, 'SELECT i FROM range(2500) AS t(i) ORDER BY i')
  await expect(page.getByText('1–100 of 2,500 rows')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const download = await downloading
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString().trim().split('\n')
  expect(lines).toHaveLength(2501)
  expect(lines.at(-1)).toBe('2499')
})

test('completes tables and columns, saves, and finds saved and old statements', async ({
  page,
}) => {
  await page.goto('/sql')
  await emptyEditor(editor(page))
  await editor(page).pressSequentially('SELECT * FROM directory_u', { delay: 20 })
  await page.getByRole('option', { name: 'directory_usage', exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await expect(result(page)).toBeVisible()
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('tab', { name: 'Saved' }).click()
  const saved = page.getByRole('button', { name: new RegExp(`^${name} `) })
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: `Delete saved query ${name}` }).click()
  await expect(saved).toBeHidden()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: /Open query/ }).first()).toBeVisible()
})

test('shows reports and leads from them into the search', async ({ page }) => {
  await page.goto('/reports')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Owners/ })
    .click()
  await expect(page.getByRole('img', { name: /Owners/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Owners' })
  await keepScreenshot(page, 'report')
  await expectAccessible(page)
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/search\?owner=/)
})
