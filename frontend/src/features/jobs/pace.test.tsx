import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, addJob, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const CHOWN = {
  kind: 'set_owner',
  path: '/data/warehouse/orders',
  parameters: { owner: 'finance' },
} as const

it('prepares a job with a bound and a priority', async () => {
  const { user, world } = renderConsole('/files?path=/data/warehouse/orders&job=set_owner')
  const dialog = await screen.findByRole('dialog', { name: 'Change owner' })
  await user.type(within(dialog).getByLabelText('Owner'), 'finance')
  const rate = within(dialog).getByLabelText('Entries a second, at most')
  await user.type(rate, '2000000')
  expect(within(dialog).getByRole('button', { name: 'Start dry run' })).toHaveAccessibleDescription(
    'Enter from 1 to 1,000,000 entries a second, or nothing',
  )
  await user.clear(rate)
  await user.type(rate, '500')
  await user.click(within(dialog).getByRole('combobox', { name: 'Priority' }))
  await user.click(await screen.findByRole('option', { name: 'Low' }))
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(world.jobs).toHaveLength(1))
  expect(world.jobs[0]).toMatchObject({
    priority: 'low',
    rate_limit: { inodes_per_s: 500, of_all_jobs: false },
  })
})

it('does not ask for the pace of a job that is one step', async () => {
  renderConsole('/files?path=/data/warehouse/orders&job=set_quota')
  const dialog = await screen.findByRole('dialog', { name: 'Set quota' })
  expect(within(dialog).queryByLabelText('Entries a second, at most')).toBeNull()
})

it('changes the pace of a job that is under way', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 0
  addJob(world, { ...CHOWN, inodes_per_s_max: 500 }, null)
  const { user, router } = renderConsole('/jobs/1', world)
  expect(await screen.findByText('500 entries a second')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pace…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pace of this job' })
  expect(router.state.location.search).toEqual({ ask: 'pace' })
  const rate = within(dialog).getByLabelText('Entries a second, at most')
  expect(rate).toHaveValue('500')
  await user.clear(rate)
  await user.type(rate, '40')
  await user.click(within(dialog).getByRole('combobox', { name: 'Priority' }))
  await user.click(await screen.findByRole('option', { name: 'High' }))
  await user.click(within(dialog).getByRole('button', { name: 'Set pace' }))
  expect(await screen.findByText('40 entries a second')).toBeVisible()
  expect(screen.getByText('High')).toBeVisible()
  expect(world.jobs[0]).toMatchObject({ priority: 'high', rate_limit: { inodes_per_s: 40 } })

  await user.click(screen.getByRole('button', { name: 'Pace…' }))
  const again = await screen.findByRole('dialog', { name: 'Pace of this job' })
  await user.clear(within(again).getByLabelText('Entries a second, at most'))
  await user.click(within(again).getByRole('button', { name: 'Set pace' }))
  await waitFor(() => expect(world.jobs[0]?.rate_limit).toBeNull())
})

it('leaves the bound as somebody else set it meanwhile', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 0
  const job = addJob(world, CHOWN, null)
  const { user } = renderConsole('/jobs/1?ask=pace', world)
  const dialog = await screen.findByRole('dialog', { name: 'Pace of this job' })
  job.rate_limit = { inodes_per_s: 70, of_all_jobs: false }
  await user.click(within(dialog).getByRole('combobox', { name: 'Priority' }))
  await user.click(await screen.findByRole('option', { name: 'Low' }))
  await user.click(within(dialog).getByRole('button', { name: 'Set pace' }))
  await waitFor(() => expect(world.jobs[0]?.priority).toBe('low'))
  expect(await screen.findByText('70 entries a second')).toBeVisible()
})

it('says when a bound is that of all jobs', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 0
  addJob(world, CHOWN, null).rate_limit = { inodes_per_s: 3000, of_all_jobs: true }
  renderConsole('/jobs/1?ask=pace', world)
  const dialog = await screen.findByRole('dialog', { name: 'Pace of this job' })
  expect(within(dialog).getByText('Empty: 3,000, as any job')).toBeVisible()
  expect(within(dialog).getByLabelText('Entries a second, at most')).toHaveValue('')
})

it('tells how fast a job goes and how long it needs', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 0
  const job = addJob(world, CHOWN, null)
  job.progress = { ...job.progress, total: 4_000, inodes_per_s: 25.4, remaining_s: 125 }
  job.state = 'paused'
  renderConsole('/jobs/1', world)
  expect(await screen.findByText('of 4,000, 25 a second')).toBeVisible()
  expect(screen.getByText('about 2 min 05 s left')).toBeVisible()
})

it('says that a job slows down by itself, why and since when', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 0
  const job = addJob(world, CHOWN, null)
  job.state = 'running'
  job.slowed = { since: '2026-11-21T08:00:00.000Z', calls_wait_ms: 180, inodes_per_s: 25 }
  renderConsole('/jobs/1', world)
  expect(await screen.findByText('Slowed down: calls wait 180 ms')).toBeVisible()
  expect(screen.getByText(/^At most 25 entries a second .* 2026-11-21 08:00:00 UTC/)).toBeVisible()
})
