import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'
import { dfs, namenode } from '../support/warren.ts'

const TRUTH_MS = 5_000
const RESTART_MS = 60_000

const members = (page: Page) => page.getByRole('table', { name: /state in the election/ })
const timeline = (page: Page) => page.getByRole('table', { name: 'What happened, newest first' })
const member = (page: Page, text: RegExp) => members(page).getByRole('row', { name: text })

/** The name of the leader, as the page shows it, and of the other namenode. */
async function roles(page: Page): Promise<{ leader: string; other: string }> {
  const row = member(page, /nn\d Leader live/)
  await expect(row).toBeVisible()
  const leader = (await row.innerText()).includes('nn1') ? 'nn1' : 'nn2'
  return { leader, other: leader === 'nn1' ? 'nn2' : 'nn1' }
}

async function bringBack(page: Page, name: string): Promise<void> {
  await namenode('start', name)
  await expect(member(page, new RegExp(`^${name} (Leader )?live`))).toBeVisible({
    timeout: RESTART_MS,
  })
}

for (const { action, state, kind, cause, takeover } of [
  {
    action: 'crash',
    state: 'dead',
    kind: 'Namenode evicted',
    cause: /It missed \d+ heartbeats/,
    takeover: 'was evicted',
  },
  {
    action: 'stop',
    state: 'stopped',
    kind: 'Namenode left',
    cause: /It was stopped/,
    takeover: 'was stopped',
  },
] as const) {
  test(`tells the truth within 5 s of a namenode's ${action}`, async ({ page }) => {
    await page.goto('/failover')
    const { leader, other } = await roles(page)
    const ended = namenode(action, leader)
    try {
      if (action === 'stop') await ended
      const within = { timeout: TRUTH_MS }
      // A crash is immediate; its command's own start and end are no part of the failover.
      if (action === 'crash') await ended
      await Promise.all([
        expect(member(page, new RegExp(`^${leader} ${state}`))).toBeVisible(within),
        expect(member(page, new RegExp(`^${other} Leader live`))).toBeVisible(within),
        expect(
          timeline(page)
            .getByRole('row')
            .filter({ hasText: 'Leader changed' })
            .filter({ hasText: `The leader before, ${leader}, ${takeover}` })
            .first(),
        ).toBeVisible(within),
        expect(
          timeline(page)
            .getByRole('row')
            .filter({ hasText: kind })
            .filter({ hasText: cause })
            .first(),
        ).toBeVisible(within),
      ])
      await keepScreenshot(page, `failover-${action}`)
      await expectAccessible(page)
      // Clients go on meanwhile.
      await dfs('-mkdir', '-p', `/e2e/failover-${action}`)
    } finally {
      await bringBack(page, leader)
    }
    await page.getByRole('combobox', { name: 'Kind of event' }).click()
    await page.getByRole('option', { name: kind }).click()
    await expect(page).toHaveURL(/kind=namenode_/)
    await expect(timeline(page).getByRole('row').nth(1)).toContainText(leader)
  })
}

test('a namenode is drained at the console, and serves again', async ({ page }) => {
  await page.goto('/failover')
  const { leader, other } = await roles(page)
  try {
    await page.getByRole('button', { name: `Drain… ${leader}` }).click()
    const dialog = page.getByRole('dialog', { name: `Drain ${leader}?` })
    await dialog.getByLabel('Why').fill('a new kernel')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Drain' }).click()
    await expect(member(page, new RegExp(`^${leader} drained`))).toBeVisible({
      timeout: RESTART_MS,
    })
    await expect(member(page, new RegExp(`^${other} Leader live`))).toBeVisible()
    await dfs('-mkdir', '-p', '/e2e/failover-drain')
    await page.getByRole('button', { name: `Drain… ${other}` }).click()
    const last = page.getByRole('dialog', { name: `Drain ${other}?` })
    await last.getByLabel('Why').fill('to see what happens')
    await last.getByRole('button', { name: 'Drain' }).click()
    await expect(last).toContainText('No other namenode serves')
    await last.getByRole('button', { name: 'Cancel' }).click()
    await keepScreenshot(page, 'failover-drained')

    await page.getByRole('button', { name: `Start… ${leader}` }).click()
    const back = page.getByRole('dialog', { name: `Start ${leader}?` })
    await back.getByLabel('Why').fill('the kernel is new')
    await back.getByRole('button', { name: 'Start' }).click()
    await expect(member(page, new RegExp(`^${leader} live`))).toBeVisible({ timeout: RESTART_MS })
  } finally {
    await bringBack(page, leader)
  }
})
