import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

const directory = `/e2e/${freshName('flood')}`
const client = freshName('flooder')
const NAMED_MS = 10_000
/** The limit is asked for within five seconds; a busy machine looks at it late. */
const LIMITED_MS = 10_000
/** A listing of so many costs some milliseconds. */
const FILES = 1_000
/** On a busy machine one call of the shell makes no more in its time. */
const FILES_AT_ONCE = 500
const LOOPS = 32
const PAUSE_MS = 500
/** A verdict looks at a minute, every ten seconds. */
const VERDICT_MS = 90_000
/** The verdict and the record take their time each. */
const TEST_MS = 240_000
const CALLS_PER_SECOND = 5
/** A point is measured wholly after the change, over up to twenty seconds. */
const POINT_MS = 60_000

/** A user whose loops list a directory over WebHDFS, until they are told to stop. */
class Lister {
  calls = 0
  refused = 0
  private stopped = false
  private readonly loops: Promise<void>[]

  constructor(
    address: string,
    user: string,
    private readonly pauseMs: number,
    loops: number,
  ) {
    const url = `http://${address}/webhdfs/v1${directory}?op=LISTSTATUS&user.name=${user}`
    this.loops = Array.from({ length: loops }, () => this.loop(url))
  }

  private async loop(url: string): Promise<void> {
    while (!this.stopped) {
      const answer = await fetch(url)
      const body = await answer.text()
      if (answer.ok) this.calls += 1
      else if (body.includes('is limited to')) this.refused += 1
      else throw new Error(`WebHDFS answered ${answer.status}: ${body.slice(0, 200)}`)
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs))
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all(this.loops)
  }
}

async function namenodeAddress(page: Page): Promise<string> {
  const cluster = await (await page.request.get('/api/v1/cluster')).json()
  return cluster.namenodes[0].http_address
}

/** Of the directory. The mean of ten minutes may have a flood of a run before this one on top. */
async function shardOf(page: Page): Promise<number> {
  const query = new URLSearchParams({ by: 'directory', key: directory, shards: 'true' })
  const heat = await (await page.request.get(`/api/v1/heat?${query}`)).json()
  return heat.entries[0].shard
}

test.beforeAll(async () => {
  test.setTimeout(TEST_MS)
  const names = Array.from({ length: FILES }, (_, place) => `${directory}/f${place}`)
  await dfs('-mkdir', '-p', directory)
  for (let made = 0; made < FILES; made += FILES_AT_ONCE) {
    await dfs('-touchz', ...names.slice(made, made + FILES_AT_ONCE))
  }
})

test.afterAll(async () => {
  await dfs('-rm', '-r', '-f', '-skipTrash', directory)
})

test('a flood is named, limited, and what that brought about stays on record', async ({ page }) => {
  test.setTimeout(TEST_MS)
  const address = await namenodeAddress(page)
  const flood = new Lister(address, client, 0, LOOPS)
  const bystander = new Lister(address, freshName('bystander'), PAUSE_MS, 1)
  try {
    await page.goto('/heat?by=user&window=10s')
    const users = page.getByRole('table', { name: 'Users, the hottest first' })
    await expect(users.getByRole('link', { name: client })).toBeVisible({ timeout: NAMED_MS })

    await page.goto('/health')
    const checks = page.getByRole('table', { name: 'All checks, the worst first' })
    const check = checks.getByRole('row', { name: /No user crowds out the others/ })
    await expect(check.getByText('warning')).toBeVisible({ timeout: VERDICT_MS })
    await keepScreenshot(page, 'crowding')
    await check.getByRole('link', { name: 'No user crowds out the others' }).click()
    await expect(users.getByRole('link', { name: client })).toBeVisible()

    // Where it falls in the store, and from there back to who does it.
    const number = await shardOf(page)
    await page.goto('/shards?range=10m&sort=rows')
    // Rows stand still once the charts above them are drawn.
    await expect(page.getByRole('img', { name: 'Imbalance over time' })).toBeVisible()
    const shards = page.getByRole('table', { name: 'Load of each shard, the mean of the range' })
    await shards.getByRole('link', { name: `Shard ${number}`, exact: true }).click()
    await expect(page).toHaveURL(/[?&]shard=/)
    const shard = page.getByRole('complementary', { name: 'One shard' })
    await shard.getByRole('link', { name: directory, exact: true }).click()
    await page
      .getByRole('table', { name: `Users of ${directory}` })
      .getByRole('link', { name: client })
      .click()
    const details = page.getByRole('complementary', { name: 'Heat of one' })
    await expect(
      details
        .getByRole('table', { name: `Directories of ${client}` })
        .getByRole('link', { name: directory }),
    ).toBeVisible()
    await details.getByRole('link', { name: 'Limit its calls …' }).click()

    const dialog = page.getByRole('dialog', { name: 'Limit calls' })
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(client)
    await dialog.getByLabel('Calls a second, at each namenode').fill(String(CALLS_PER_SECOND))
    await dialog.getByLabel('Why').fill('lists one directory without end')
    await expect(dialog.getByText('of them would have been refused')).toBeVisible()
    await expectAccessible(page)
    await keepScreenshot(page, 'limit')
    await dialog.getByRole('button', { name: 'Set limit' }).click()
    await expect.poll(() => flood.refused, { timeout: LIMITED_MS }).toBeGreaterThan(0)

    const inForce = page.getByRole('table', { name: 'Limits in force' })
    await expect(inForce.getByRole('link', { name: client })).toBeVisible()
    const before = flood.calls
    await page.waitForTimeout(3_000)
    // A second's worth may have been saved up.
    expect(flood.calls - before).toBeLessThanOrEqual(CALLS_PER_SECOND * 5)

    const record = page.getByRole('complementary', { name: 'Record of a change' })
    const means = record.getByRole('table', { name: 'Before and after' })
    await expect(means).toBeVisible()
    const refusedRow = means.getByRole('row', { name: /^Refused/ })
    await expect(refusedRow.getByRole('cell').nth(2)).toHaveText(/^\d/, { timeout: POINT_MS })
    const callsRow = means.getByRole('row', { name: new RegExp(`^Calls of ${client}`) })
    const callsAfter = await callsRow.getByRole('cell').nth(2).textContent()
    expect(Number.parseFloat(callsAfter?.replace(',', '') ?? '')).toBeLessThanOrEqual(
      CALLS_PER_SECOND * 2,
    )
    await expect(record.getByRole('img', { name: 'Calls a second before and after' })).toBeVisible()
    await expectAccessible(page)
    await keepScreenshot(page, 'limit-record')
  } finally {
    await Promise.all([flood.stop(), bystander.stop()])
  }

  expect(bystander.refused).toBe(0)
  // Others may hold that a run left behind which was ended in its middle.
  const mine = page
    .getByRole('table', { name: 'Limits in force' })
    .getByRole('row', { name: client })
  await mine.getByRole('button', { name: 'Lift' }).click()
  await page.getByLabel('Why').fill('the flood is over')
  await page.getByRole('button', { name: 'Lift limit' }).click()
  await expect(mine).toBeHidden()
})
