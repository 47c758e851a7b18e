import { expect, type Page, test } from '@playwright/test'
import { SESSION_FILE } from '../support/login.ts'
import { dfs, freshName } from '../support/warren.ts'

const directory = `/e2e/${freshName('events')}`
/** Pages that are told of changes read by themselves once a minute; a busy machine takes many seconds. */
const SOON = { timeout: 30_000 }

test.beforeAll(async () => {
  const paths = Array.from({ length: 20 }, (_, at) => `${directory}/row-${at}`)
  await dfs('-mkdir', '-p', ...paths)
})

async function post(page: Page, path: string, data: object): Promise<number> {
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const response = await page.request.post(`/api/v1/jobs${path}`, {
    headers: { 'X-CSRFToken': token },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
  const job: { id: number } = await response.json()
  return job.id
}

test('what one browser changes is seen in another', async ({ page, browser }) => {
  const context = await browser.newContext({ storageState: SESSION_FILE })
  const other = await context.newPage()
  const stream = other.waitForResponse((response) => response.url().includes('/api/v1/events'))
  await other.goto('/jobs')
  expect((await stream).status()).toBe(200)
  await page.goto('/')

  const job = await post(page, '', {
    kind: 'set_owner',
    path: directory,
    parameters: { owner: 'ann' },
    dry_run: true,
    inodes_per_s_max: 1,
  })
  const row = other.getByRole('row', { name: new RegExp(directory) }).first()
  await expect(row).toBeVisible(SOON)
  await expect(row).toContainText('Running')
  await post(page, `/${job}/pause`, {})
  await expect(row).toContainText('Paused', SOON)
  await post(page, `/${job}/cancel`, {})
  await expect(row).toContainText('Cancelled', SOON)
  // Else it would have been seen by asking again and again.
  await expect(other.getByText('Not live')).toBeHidden()
  await context.close()
})
