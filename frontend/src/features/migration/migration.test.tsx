import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Approval } from '~/api/approvals'
import type { TakeOverRequest } from '~/api/migration'
import { following, notMigrated } from '~/test/platform/migrated'
import { ADMIN, addJob, createWorld, VIEWER, type World } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

function scene(): World {
  const world = createWorld({ me: ADMIN })
  world.migration = following()
  return world
}

/** Somebody asked for it. */
function asked(world: World, by: string, approvedBy: string | null): TakeOverRequest {
  const job = addJob(world, { kind: 'take_over', path: '/' }, null)
  const approval: Approval = {
    state: approvedBy === null ? 'waiting' : 'approved',
    approver: 'operator',
    not_by: [by],
    rules: [
      {
        id: 0,
        name: 'Warren',
        kinds: ['take_over'],
        path_prefix: null,
        inodes_min: null,
        size_bytes_min: null,
      },
    ],
    reason: 'the night is quiet',
    asked_at: '2026-11-29T11:30:00.000Z',
    expires_at: '2026-12-02T11:30:00.000Z',
    decided_at: approvedBy === null ? null : '2026-11-29T11:40:00.000Z',
    decided_by: approvedBy,
    comment: '',
    content_sha256: 'a'.repeat(64),
  }
  Object.assign(job, {
    actor: by,
    inode_id: null,
    parameters: { despite: ['blocks_missing'] },
    approval,
    state: approvedBy === null ? 'waiting_for_approval' : 'running',
  })
  const request: TakeOverRequest = {
    job_id: job.id,
    state: job.state,
    asked_by: by,
    asked_at: '2026-11-29T11:30:00.000Z',
    despite: ['blocks_missing'],
    approved_by: approvedBy,
    usable_until: approvedBy === null ? null : '2026-11-30T11:40:00.000Z',
  }
  world.migration.request = request
  return request
}

it('is not in the navigation where nothing came from an HDFS', async () => {
  renderConsole('/jobs', createWorld({ me: ADMIN }))
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(nav).queryByRole('link', { name: 'Migration' })).not.toBeInTheDocument()
})

it('is in the navigation where something did', async () => {
  renderConsole('/jobs', scene())
  expect(await screen.findByRole('link', { name: 'Migration' })).toBeVisible()
})

it('says that a file system did not come from an HDFS', async () => {
  renderConsole('/migration', createWorld({ me: ADMIN }))
  expect(await screen.findByText('This file system did not come from an HDFS')).toBeVisible()
})

it('is not for viewers', async () => {
  const world = createWorld({ me: VIEWER })
  world.migration = following()
  renderConsole('/migration', world)
  expect(await screen.findByText('Migration needs the role operator')).toBeVisible()
})

it('tells every phase, and what is left behind', async () => {
  const { user, router } = renderConsole('/migration', scene())
  const phases = await screen.findByRole('list', { name: 'Phases' })
  expect(await within(phases).findByText('54,086 inodes')).toBeVisible()
  expect(within(phases).getByText('1.5 s behind')).toBeVisible()
  expect(within(phases).getByText('blocks are missing')).toBeVisible()
  expect(within(phases).getByText('not yet')).toBeVisible()
  expect(screen.getByText('16390 secret.txt')).toBeVisible()
  expect(screen.getByText('delegation tokens')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All findings as CSV' })).toHaveAttribute(
    'href',
    '/api/v1/migration/findings/file',
  )
  await user.click(screen.getByRole('button', { name: 'Show 1 example' }))
  expect(await screen.findByText(/0 of 3 copies/)).toBeVisible()
  expect(router.state.location.search).toEqual({ finding: 'missing' })
})

it('has what speaks against it named by who asks', async () => {
  const world = scene()
  const { user } = renderConsole('/migration', world)
  await user.click(await screen.findByRole('button', { name: 'Ask for the take-over…' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Ask for it' }))
  expect(world.jobs).toHaveLength(0)
  await user.click(
    within(dialog).getByRole('checkbox', {
      name: 'The rehearsal found no good copy of some blocks',
    }),
  )
  await user.type(within(dialog).getByLabelText('Why'), 'tonight')
  await user.click(within(dialog).getByRole('button', { name: 'Ask for it' }))
  await expect.poll(() => world.jobs[0]?.kind).toBe('take_over')
  expect(world.jobs[0]?.parameters.despite).toEqual(['blocks_missing'])
})

it('lets nobody approve what he asked for', async () => {
  const world = scene()
  asked(world, ADMIN.username, null)
  renderConsole('/migration', world)
  const approve = await screen.findByRole('button', { name: 'Approve…' })
  expect(approve).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText('Warren always asks a second person for this.')).toBeVisible()
})

it('shows who approves what was known, and what he says', async () => {
  const world = scene()
  asked(world, 'olga', null)
  const { user } = renderConsole('/migration', world)
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('It was asked for although:')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await expect.poll(() => world.jobs[0]?.approval?.state).toBe('approved')
})

it('shows the command where it can’t be begun from here', async () => {
  const world = scene()
  asked(world, 'olga', 'admin')
  renderConsole('/migration', world)
  expect(await screen.findByText(world.migration.command)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Take over now…' })).not.toBeInTheDocument()
})

it('begins an approved take-over, and says why one was refused', async () => {
  const world = scene()
  asked(world, 'olga', 'admin')
  world.migration.begins_here = true
  world.migration.attempt = {
    state: 'refused',
    ordered_by: 'olga',
    started_at: '2026-11-29T11:50:00.000Z',
    ended_at: '2026-11-29T11:50:02.000Z',
    said: ['warren: The old NameNode runs on this directory.'],
  }
  const { user } = renderConsole('/migration', world)
  expect(await screen.findByText(/The old NameNode runs on this directory/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take over now…' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Take over' }))
  expect(await screen.findByText(/goes on, by order of admin/)).toBeVisible()
})

it('tells how long nobody could write, and whether there is a way back', async () => {
  const world = createWorld({ me: ADMIN })
  const takeOver = {
    phase: 'serving' as const,
    name_dirs: ['/hdfs/name'],
    begun_at: '2026-11-29T11:00:01.000Z',
    last_edit_at: '2026-11-29T11:00:00.000Z',
    fenced_at: '2026-11-29T11:00:20.000Z',
    ended_at: '2026-11-29T11:00:21.000Z',
    served_at: '2026-11-29T11:00:45.000Z',
    read_only_ms: 45_000,
    job_id: null,
    asked_by: '',
    approved_by: '',
    way_back: 'closed' as const,
    changes_since: 3,
  }
  world.migration = { ...notMigrated(), stage: 'taken_over', take_over: takeOver }
  renderConsole('/migration', world)
  expect(await screen.findByText('The way back is closed')).toBeVisible()
  expect(screen.getByText('45 s')).toBeVisible()
  expect(screen.getByText('2026-11-29 11:00:20 UTC')).toBeVisible()
  expect(screen.getByText('nobody: it was called at the host')).toBeVisible()
})

it('names files that can’t be read', async () => {
  const world = scene()
  world.migration.unreadable = [{ file: 'rehearsal-report.json', why: 'Invalid JSON' }]
  renderConsole('/migration', world)
  expect(await screen.findByText('rehearsal-report.json: Invalid JSON')).toBeVisible()
})
