import { expect, test } from '@playwright/test'
import { expectBothSchemesAccessible, visit } from '../support/page.ts'
import { dfs } from '../support/warren.ts'

/** Each page or dialog with the text that tells that it is there. */
const PAGES = [
  { name: 'overview', address: '/', shows: 'Leader' },
  { name: 'health', address: '/health', shows: 'A namenode leads' },
  { name: 'mute dialog', address: '/health?mute=datanodes', shows: 'For how long' },
  { name: 'alerts', address: '/alerts', shows: 'Deliveries' },
  { name: 'channel form', address: '/alerts?open=create', shows: 'What is told' },
  { name: 'files', address: '/files?path=/e2e', shows: 'accessible' },
  {
    name: 'details',
    address: '/files?path=/e2e&details=/e2e/accessible',
    shows: 'Usage and quota',
  },
  { name: 'empty directory', address: '/files?path=/e2e/accessible', shows: 'directory is empty' },
  { name: 'missing path', address: '/files?path=/no/such/path', shows: 'Try again' },
  { name: 'owner form', address: '/files?path=/e2e&job=set_owner', shows: 'Start dry run' },
  { name: 'quota form', address: '/files?path=/e2e&job=set_quota', shows: 'Start dry run' },
  { name: 'permission form', address: '/files?path=/e2e&job=set_permission', shows: 'Octal' },
  { name: 'delete form', address: '/files?path=/e2e&job=delete', shows: 'Move to the trash' },
  { name: 'search', address: '/search?q=access', shows: 'match' },
  { name: 'search without a question', address: '/search', shows: 'Find anything by name' },
  { name: 'sql', address: '/sql', shows: 'inodes' },
  { name: 'sql history', address: '/sql?panel=history', shows: 'History' },
  { name: 'save dialog', address: '/sql?open=save', shows: 'Share it with everybody' },
  { name: 'usage', address: '/usage?path=/e2e', shows: 'What fills it' },
  { name: 'usage by type', address: '/usage?apart=type', shows: 'As policies want it' },
  { name: 'usage of no directory', address: '/usage?path=/no/such', shows: 'Try again' },
  { name: 'quotas', address: '/quotas', shows: 'At least 80 % used' },
  { name: 'new quota', address: '/quotas?open=new', shows: 'Choose limits' },
  { name: 'owners', address: '/owners', shows: 'That own a file' },
  { name: 'an owner of nothing', address: '/owners?name=no-such', shows: 'Try again' },
  { name: 'trash', address: '/trash', shows: 'Deleted entries' },
  { name: 'reports', address: '/reports', shows: 'Biggest directories' },
  { name: 'report', address: '/reports?report=owners', shows: 'What each owner keeps' },
  { name: 'jobs', address: '/jobs', shows: 'What goes on in the background' },
  { name: 'unknown job', address: '/jobs/999999', shows: 'All jobs' },
  { name: 'approvals', address: '/approvals', shows: 'For me to decide' },
  { name: 'rules', address: '/rules', shows: 'New rule' },
  { name: 'rule form', address: '/rules?open=create', shows: 'What is done to it' },
  { name: 'guard', address: '/guard', shows: 'Freeze windows' },
  { name: 'window form', address: '/guard?open=create-window', shows: 'Running jobs stand still' },
  { name: 'datanodes', address: '/datanodes', shows: 'Capacity by type of storage' },
  { name: 'blocks', address: '/blocks', shows: 'Under-replicated' },
  { name: 'corrupt replicas', address: '/blocks?list=corrupt', shows: 'No replica is corrupt' },
  { name: 'unknown block', address: '/blocks?block=7', shows: 'Try again' },
  { name: 'block reports', address: '/block-reports', shows: 'Under way and waiting' },
  { name: 'small files', address: '/small-files', shows: 'By length' },
  { name: 'heat', address: '/heat', shows: 'Hottest first' },
  { name: 'shards', address: '/shards', shows: 'Nodes and threads' },
  { name: 'limits', address: '/limits', shows: 'Nobody is limited' },
  { name: 'spread', address: '/spread', shows: 'History' },
  { name: 'spread form', address: '/spread?path=/e2e', shows: 'Shard' },
  { name: 'failover', address: '/failover', shows: 'Subtree locks held' },
  { name: 'audit', address: '/audit', shows: 'admin' },
  { name: 'tokens', address: '/tokens', shows: 'New token' },
  { name: 'token form', address: '/tokens?open=create', shows: 'What it may do' },
  { name: 'users', address: '/users', shows: 'New user' },
  { name: 'user form', address: '/users?open=create', shows: 'Name in HDFS' },
  { name: 'account', address: '/account', shows: 'This browser' },
  { name: 'not found', address: '/no-such-page', shows: 'leads nowhere' },
] as const

/** Pages that one browser looks at: each new one loads and compiles the whole console. */
const TOGETHER = 14
const TOGETHER_MAX_MS = 420_000

// Each looks at pages and leaves everything as it is.
test.describe.configure({ mode: 'parallel' })

test.beforeAll(() => dfs('-mkdir', '-p', '/e2e/accessible'))

for (let first = 0; first < PAGES.length; first += TOGETHER) {
  const pages = PAGES.slice(first, first + TOGETHER)
  const names = pages.map(({ name }) => name).join(', ')
  test(`no barriers, light or dark: ${names}`, async ({ page }) => {
    test.setTimeout(TOGETHER_MAX_MS)
    for (const { name, address, shows } of pages) {
      await test.step(name, async () => {
        await visit(page, address)
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
        await expectBothSchemesAccessible(page)
      })
    }
  })
}

test('a page that waits for its data has no barriers', async ({ page }) => {
  await page.route('**/api/v1/cluster**', () => {})
  await page.goto('/failover')
  await expect(page.getByText('Subtree locks held')).toBeVisible()
  await expectBothSchemesAccessible(page)
})

test('login has no barriers', async ({ browser }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expectBothSchemesAccessible(page)
  await context.close()
})
