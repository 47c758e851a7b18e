import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from '~/api/auth'
import { guard, guardRule } from '~/test/platform/guard'
import {
  ADMIN,
  addJob,
  createWorld,
  permissionsOf,
  VIEWER,
  type World,
} from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const PATH = '/data/warehouse/orders'
const CHOWN = { kind: 'set_owner', path: PATH, parameters: { owner: 'finance' } } as const
const OLGA: Me = {
  username: 'olga',
  role: 'operator',
  hdfs_user: 'olga',
  origin: 'local',
  permissions: permissionsOf('operator'),
}

/** Olga asked for a job that waits for an administrator. */
function createWaiting(me: World['me']): World {
  const world = createWorld({ me: OLGA })
  world.guardRules.push(guardRule(world, { name: 'owners', kinds: ['set_owner'], inodes_min: 10 }))
  const plan = addJob(world, { ...CHOWN, dry_run: true }, null)
  plan.state = 'succeeded'
  guard(world, addJob(world, CHOWN, plan.id), 'finance took over')
  world.me = me
  return world
}

it('leads from the badge to the job, and lets it begin once it is approved', async () => {
  const { user, router, world } = renderConsole('/', createWaiting(ADMIN))
  expect(await screen.findByLabelText('1 for you to decide')).toBeVisible()
  await user.click(screen.getByRole('link', { name: /^Approvals/ }))
  const table = within(await screen.findByRole('table', { name: /wait for an approval/ }))
  await user.click(await table.findByRole('link', { name: 'Change owner' }))
  expect(await screen.findByText('A second person must approve this job')).toBeVisible()
  expect(screen.getByText('olga: “finance took over”')).toBeVisible()
  expect(screen.getByText(/Change owner, of 10 entries or more/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Approve…' }))
  expect(router.state.location.search).toEqual({ ask: 'approve' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this job?' }))
  await user.type(dialog.getByLabelText('Comment'), 'looks right')
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Approved by admin')).toBeVisible()
  await waitFor(() => expect(world.tree.get(PATH)?.owner).toBe('finance'))
  expect(screen.queryByLabelText('1 for you to decide')).toBeNull()
})

it('wants a comment from who refuses', async () => {
  const { user, world } = renderConsole('/jobs/2?ask=refuse', createWaiting(ADMIN))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this job?' }))
  expect(dialog.getByRole('button', { name: 'Refuse' })).toHaveAccessibleDescription(
    'Say why, to who asked',
  )
  await user.type(dialog.getByLabelText('Comment'), 'not this quarter')
  await user.click(dialog.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Refused by admin')).toBeVisible()
  expect(screen.getByText('admin: “not this quarter”')).toBeVisible()
  expect(world.tree.get(PATH)?.owner).toBe('etl')
})

it('does not approve what changed while it was looked at', async () => {
  const { user, world } = renderConsole('/jobs/2?ask=approve', createWaiting(ADMIN))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this job?' }))
  const job = world.jobs.find(({ id }) => id === 2)
  if (job?.approval) job.approval = { ...job.approval, content_sha256: 'f'.repeat(64) }
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await dialog.findByText('The job is not what was looked at')).toBeVisible()
})

it('says why one can’t decide', async () => {
  renderConsole('/jobs/2', createWaiting(OLGA))
  expect(await screen.findByRole('button', { name: 'Approve…' })).toHaveAccessibleDescription(
    /somebody else decides/,
  )
})

it('says which role decides', async () => {
  renderConsole('/jobs/2', createWaiting({ ...OLGA, username: 'hans' }))
  expect(await screen.findByRole('button', { name: 'Refuse…' })).toHaveAccessibleDescription(
    'Administrators decide this',
  )
})

it('counts what somebody may approve below some paths', async () => {
  const lead = { ...OLGA, username: 'lea', permissions: permissionsOf('operator', ['/data']) }
  const world = createWaiting(lead)
  const job = world.jobs.find(({ id }) => id === 2)
  if (job?.approval) job.approval = { ...job.approval, approver: 'operator' }
  renderConsole('/jobs/2', world)
  expect(await screen.findByRole('button', { name: 'Approve…' })).toBeEnabled()
  expect(await screen.findByLabelText('1 for you to decide')).toBeVisible()
})

it('asks viewers nothing', async () => {
  renderConsole('/approvals', createWaiting(VIEWER))
  expect(await screen.findByText('Your roles approve nothing')).toBeVisible()
  expect(screen.queryByLabelText('1 for you to decide')).toBeNull()
})
