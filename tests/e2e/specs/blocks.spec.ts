import { expect, type Page, test } from '@playwright/test'
import {
  blockFile,
  contentOf,
  decommission,
  flipFirstByte,
  SecondDatanode,
} from '../support/datanode.ts'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

const HEAL_MS = 60_000
const READ_ROUNDS_MAX = 12

const panel = (page: Page) => page.getByRole('complementary', { name: 'Block' })
const replicas = (page: Page) => page.getByRole('table', { name: 'Replicas of this block' })
const history = (page: Page) => page.getByRole('table', { name: /What happened to the replicas/ })

/** Opens the details of a file's block from the list that names it; answers the block's number. */
async function openBlock(page: Page, path: string): Promise<string> {
  await page.goto('/blocks')
  const row = page.getByRole('row', { name: path })
  await expect(row).toContainText('one replica from loss', { timeout: HEAL_MS })
  await expect(row).toContainText('1 of 2')
  await row.getByRole('link', { name: /^\d+$/ }).click()
  await expect(panel(page)).toContainText('1 of 2 wanted')
  return new URL(page.url()).searchParams.get('block') ?? ''
}

async function expectWell(page: Page): Promise<void> {
  await expect(panel(page).getByText('well', { exact: true })).toBeVisible({ timeout: HEAL_MS })
  await expect(panel(page)).toContainText('2 of 2 wanted')
}

/** Readers choose a replica by chance: reads until one has met the broken one and told of it. */
async function readUntilFound(page: Page, path: string, content: string): Promise<void> {
  const found = history(page).getByRole('row', { name: /Found corrupt/ })
  for (let round = 0; round < READ_ROUNDS_MAX && !(await found.isVisible()); round++) {
    expect(await dfs('-cat', path)).toBe(content)
    await page.waitForResponse((answer) => answer.url().includes('/blocks/by-id/'))
  }
  await expect(found).toContainText('found a wrong checksum')
}

test('a check of a path adds up all that is below it', async ({ page }) => {
  const name = freshName('fsck')
  await putFiles(`/e2e/${name}`, { fine: 'fine', wanting: 'wanting' })
  await dfs('-setrep', '2', `/e2e/${name}/wanting`)
  try {
    await page.goto(`/blocks?check=/e2e/${name}`)
    await page.getByRole('button', { name: `Check /e2e/${name}` }).click()
    await expect(page.getByText(`/e2e/${name} is healthy`)).toBeVisible()
    const found = page.getByRole('table', { name: /not as their files ask for/ })
    const row = found.getByRole('row', { name: new RegExp(`${name}/wanting`) })
    await expect(row).toContainText(/under-replicated\s*1\s*2/)
    await expect(found.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await keepScreenshot(page, 'blocks-fsck')
  } finally {
    // A datanode that leaves waits for its second replica.
    await dfs('-rm', '-r', '-skipTrash', `/e2e/${name}`)
  }
})

test('shows a broken replica, and that it heals', async ({ page }) => {
  test.setTimeout(240_000)
  const name = freshName('blocks')
  const content = `${name} `.repeat(2_000)
  const path = `/e2e/${name}/victim`
  await putFiles(`/e2e/${name}`, { victim: content })
  await dfs('-setrep', '2', path)
  const blockId = await openBlock(page, path)
  await keepScreenshot(page, 'blocks')
  await expectAccessible(page)

  const second = await SecondDatanode.start()
  try {
    await expectWell(page)
    await expect(replicas(page).getByRole('row', { name: /good/ })).toHaveCount(2)
    expect(await contentOf(blockId)).toBe(content)

    await flipFirstByte(await blockFile(blockId))
    await readUntilFound(page, path, content)
    const newest = history(page).getByRole('row').nth(1)
    await expect(newest).toContainText('Replica arrived', { timeout: HEAL_MS })
    await expect(history(page)).toContainText('Deletion ordered')
    await expectWell(page)
    expect(await contentOf(blockId)).toBe(content)
    await keepScreenshot(page, 'blocks-healed')
    await expectAccessible(page)

    await retire(page, path)
  } finally {
    await second.end()
  }
})

/** Takes the second datanode out of service in good order, watching the console. */
async function retire(page: Page, path: string): Promise<void> {
  await page.goto('/datanodes')
  const table = page.getByRole('table', { name: 'Datanodes by host name' })
  const rows = table.getByRole('row', { name: /live/ })
  await expect(rows).toHaveCount(2)
  const first = new URL(`http://${process.env.WARREN_DATANODE_DATA_ADDRESS ?? '127.0.0.1:9866'}`)
  const row = rows.filter({ hasNotText: `:${first.port}` })
  await row.getByRole('link').click()
  const details = page.getByRole('complementary', { name: 'Datanode' })
  await expect(details.getByRole('row', { name: /DISK/ })).toContainText('available')
  await keepScreenshot(page, 'datanodes')
  await expectAccessible(page)
  const address = (await row.innerText()).match(/127\.0\.0\.1:\d+/)?.[0] ?? ''
  await dfs('-setrep', '1', path)
  await decommission(address)
  const left = table.getByRole('row', { name: address })
  await expect(left).toContainText('decommissioned', { timeout: HEAL_MS })
}
