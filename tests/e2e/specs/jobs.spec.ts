import { expect, type Page, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { keepScreenshot } from '../support/page.ts'
import { dfs, freshName } from '../support/warren.ts'

const directory = `/e2e/${freshName('jobs')}`
const COUNT = 4_000
/** Many more jobs than the worker runs at once, so that the last one waits while we cancel it. */
const QUEUED_JOBS = 64

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const paths = Array.from({ length: COUNT }, (_, at) => `${directory}/row-${at}`)
  await dfs('-mkdir', '-p', ...paths)
  await dfs('-mkdir', '-p', `${directory}-gone/inside`, `${directory}-limited`)
  await dfs('-mkdir', '-p', `${directory}-owned/inside`)
  await dfs('-chown', 'ann', `${directory}-owned/inside`)
})

async function startDryRun(page: Page, owner: string, pace = {}): Promise<number> {
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const response = await page.request.post('/api/v1/jobs', {
    headers: { 'X-CSRFToken': token },
    data: { kind: 'set_owner', path: directory, parameters: { owner }, dry_run: true, ...pace },
  })
  expect(response.status(), await response.text()).toBe(202)
  const job: { id: number } = await response.json()
  return job.id
}

test('cancels a job after asking', async ({ page }) => {
  await page.goto('/jobs')
  const started = Array.from({ length: QUEUED_JOBS }, (_, at) => startDryRun(page, `owner-${at}`))
  const last = Math.max(...(await Promise.all(started)))
  await page.goto(`/jobs/${last}?ask=cancel`)
  const question = page.getByRole('dialog', { name: 'Cancel this job?' })
  await question.getByRole('button', { name: 'Cancel job' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run for real…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.goto('/jobs?state=cancelled')
  await expect(page.getByRole('row', { name: new RegExp(directory) }).first()).toBeVisible()
  await page.goto('/jobs')
  await keepScreenshot(page, 'jobs')
  // Leave an idle worker behind for the next test.
  await expect(page.getByRole('table').getByText(/^(Queued|Running|Cancelling)$/)).toHaveCount(0, {
    timeout: 90_000,
  })
})

test('goes no faster than its bound, until that is taken back', async ({ page }) => {
  // At this rate it would need more than a quarter of an hour.
  const job = await startDryRun(page, 'patient', { inodes_per_s_max: 4 })
  await page.goto(`/jobs/${job}`)
  await expect(page.getByText('4 entries a second')).toBeVisible()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pace…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pace of this job' })
  await dialog.getByLabel('Entries a second, at most').clear()
  await keepScreenshot(page, 'jobs-pace')
  await dialog.getByRole('button', { name: 'Set pace' }).click()
  await expect(page.getByText('Succeeded', { exact: true })).toBeVisible()
})

test('deletes to the trash, after the exact consequence', async ({ page }) => {
  await page.goto(`/files?path=${directory}-gone&job=delete`)
  const dialog = page.getByRole('dialog', { name: 'Delete' })
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, {
    kind: 'Delete',
    consequence: /^Moves 2 entries \(0 files, 2 directories, 0 B\)/,
  })
  await page.getByRole('link', { name: /\.Trash/ }).click()
  await expect(
    page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 }),
  ).toContainText('jobs-')
  await expect(dfs('-test', '-e', `${directory}-gone`)).rejects.toThrow()
})

test('sets a quota that the stock client then feels', async ({ page }) => {
  await page.goto(`/files?path=${directory}-limited&job=set_quota`)
  const dialog = page.getByRole('dialog', { name: 'Set quota' })
  await dialog.getByRole('combobox', { name: 'Entries' }).click()
  await page.getByRole('option', { name: 'Limit to' }).click()
  await dialog.getByLabel('Entries at most').fill('2')
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Set quota' })

  await dfs('-mkdir', `${directory}-limited/one`)
  await expect(dfs('-mkdir', `${directory}-limited/two`)).rejects.toThrow(/[Qq]uota/)
})

test('changes owners and sets them back by an undo', async ({ page }) => {
  await page.goto(`/files?path=${directory}-owned&job=set_owner`)
  const dialog = page.getByRole('dialog', { name: 'Change owner' })
  await dialog.getByLabel('Owner').fill('zoe')
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Change owner' })
  expect(await dfs('-stat', '%u', `${directory}-owned/inside`)).toContain('zoe')

  await page.getByRole('button', { name: 'Undo…' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this job?' })
  await question.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Undo', consequence: /^Sets 2 entries back/ })
  expect(await dfs('-stat', '%u', `${directory}-owned/inside`)).toContain('ann')
  await keepScreenshot(page, 'job-undo')
})

test('tells what changed since a plan before it is run', async ({ page }) => {
  const planned = `${directory}-planned`
  await dfs('-mkdir', '-p', `${planned}/one`)
  await page.goto(`/files?path=${planned}&job=set_owner`)
  const dialog = page.getByRole('dialog', { name: 'Change owner' })
  await dialog.getByLabel('Owner').fill('zoe')
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await expect(page.getByText('Nothing has changed yet')).toBeVisible()
  await dfs('-mkdir', '-p', `${planned}/two`, `${planned}/three`)
  await page.getByRole('button', { name: 'Check again' }).click()
  const changes = page.getByRole('region', { name: 'What changed since the plan' })
  await expect(changes.getByText('+2 directories')).toBeVisible()
  await keepScreenshot(page, 'job-check')
  await page.getByRole('button', { name: 'Run for real…' }).click()
  const question = page.getByRole('dialog', { name: 'Change owner: run for real?' })
  await expect(question.getByText('+2 directories')).toBeVisible()
})

test('restores what the stock client moved to its trash', async ({ page }) => {
  const lost = `${directory}-lost`
  await dfs('-mkdir', '-p', `${lost}/inside`)
  await dfs('-D', 'fs.trash.interval=60', '-rm', '-r', lost)
  await expect(dfs('-test', '-e', lost)).rejects.toThrow()
  const trashed = (await dfs('-ls', '-C', '-d', `/user/*/.Trash/Current${lost}`)).trim()
  await page.goto(`/files?path=${trashed}&job=restore`)
  const dialog = page.getByRole('dialog', { name: 'Restore' })
  await expect(dialog.getByLabel('To')).toHaveValue(lost)
  await dialog.getByRole('button', { name: 'Start dry run' }).click()
  await runForReal(page, { kind: 'Restore' })
  await dfs('-test', '-d', `${lost}/inside`)
  await expect(dfs('-test', '-e', trashed)).rejects.toThrow()
})
