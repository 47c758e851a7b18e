import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parentOf, segmentsOf } from '~/format/path'
import { beginCheck } from '~/test/platform/checks'
import { entryAt } from '~/test/platform/tree'
import { ADMIN, addJob, createWorld, timeIn, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const CHOWN = {
  kind: 'set_owner',
  path: '/data/warehouse/orders',
  parameters: { owner: 'finance' },
} as const

it('goes from dry run to confirmation to the real thing', async () => {
  const { user, router, world } = renderConsole('/files?path=/data/warehouse/orders&job=set_owner')
  const dialog = await screen.findByRole('dialog', { name: 'Change owner' })
  const start = within(dialog).getByRole('button', { name: 'Start dry run' })
  expect(start).toHaveAccessibleDescription('Fill in the form first')

  await user.type(within(dialog).getByLabelText('Owner'), 'finance')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]).toMatchObject({ dry_run: true, parameters: { owner: 'finance' } })

  expect(await screen.findByText('Nothing has changed yet')).toBeVisible()
  expect(world.tree.get('/data/warehouse/orders')?.owner).toBe('etl')
  await user.click(screen.getByRole('button', { name: 'Run for real…' }))

  const question = await screen.findByRole('dialog', { name: 'Change owner: run for real?' })
  expect(within(question).getByText(/^Changes 16 of 16 entries \(12 files, 4 dir/)).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Change owner' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/2'))
  await waitFor(() => expect(screen.getByText('Succeeded')).toBeVisible())
  expect(world.tree.get('/data/warehouse/orders')?.owner).toBe('finance')
  expect(screen.getByRole('link', { name: 'Job 1' })).toBeVisible()
})

it('says until when a dry run can be run', async () => {
  const world = createWorld({ me: ADMIN })
  addJob(world, { ...CHOWN, dry_run: true }, null)
  renderConsole('/jobs/1', world)
  expect(await screen.findByText(/It can be run until .* UTC\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Run for real…' })).toBeEnabled()
})

it('does not offer a dry run that was run already, and leads to the job', async () => {
  const world = createWorld({ me: ADMIN })
  const dryRun = addJob(world, { ...CHOWN, dry_run: true }, null)
  dryRun.state = 'succeeded'
  dryRun.promotable_until = timeIn(world, -3_600_000)
  addJob(world, CHOWN, dryRun.id)
  renderConsole('/jobs/1', world)
  const button = await screen.findByRole('button', { name: 'Run for real…' })
  expect(button).toHaveAccessibleDescription('It was run already, as job 2')
  expect(screen.getByRole('link', { name: 'Job 2' })).toBeVisible()
  expect(screen.queryByText('Nothing has changed yet')).toBeNull()
})

it('does not offer a dry run that is too old', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, { ...CHOWN, dry_run: true }, null)
  job.state = 'succeeded'
  job.promotable_until = timeIn(world, 1_000)
  renderConsole('/jobs/1?ask=run', world)
  expect(await screen.findByText('Too old to be run')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Run for real…' })
  expect(button).toHaveAccessibleDescription('The dry run is too old: make a new one')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('looks again at what a plan chose, and runs what changed too where that is wanted', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(
    world,
    {
      kind: 'set_owner',
      parameters: { owner: 'finance' },
      selection: { inode_ids: [7, 8] },
      dry_run: true,
    },
    null,
  )
  job.state = 'succeeded'
  job.promotable_until = timeIn(world, -3_600_000)
  world.jobChecked.set(job.id, {
    check: {
      selection: {
        same: 1200,
        changed: 3,
        gone: 1,
        out_of_scope: 0,
        joined: 14,
        joined_is_exact: true,
        index_sequence: 42,
      },
    },
    entries: [{ path: '/data/report.csv', what: 'changed' }],
  })
  const { user, router } = renderConsole('/jobs/1?ask=run', world)
  const early = await screen.findByRole('dialog', { name: 'Change owner: run for real?' })
  expect(within(early).getByText(/^Nobody has looked since/)).toBeVisible()
  await user.click(within(early).getByRole('button', { name: 'Not now' }))

  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  const panel = await screen.findByRole('region', { name: 'What changed since the plan' })
  const found = '3 changed, 1 gone, 14 joined; 1,200 as they were'
  expect(await within(panel).findByText(found)).toBeVisible()
  expect(await within(panel).findByText('/data/report.csv')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Run for real…' }))
  const question = await screen.findByRole('dialog', { name: 'Change owner: run for real?' })
  expect(within(question).getByText(found)).toBeVisible()
  expect(within(question).getByRole('radio', { name: 'Leave it, and list it' })).toBeChecked()
  await user.click(within(question).getByRole('radio', { name: 'Change it all the same' }))
  await user.click(within(question).getByRole('button', { name: 'Change owner' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/2'))
  expect(world.jobs[0]?.selection?.if_changed).toBe('act')
})

it('tells viewers how many changed, not which', async () => {
  const world = createWorld({ me: VIEWER })
  const job = addJob(world, { ...CHOWN, dry_run: true }, null)
  job.state = 'succeeded'
  beginCheck(world, job)
  const selection = {
    same: 2,
    changed: 1,
    gone: 0,
    out_of_scope: 0,
    joined: null,
    joined_is_exact: true,
    index_sequence: null,
  }
  world.jobChecked.set(job.id, {
    check: { selection },
    entries: [{ path: '/data/report.csv', what: 'changed' }],
  })
  renderConsole('/jobs/1', world)
  const panel = await screen.findByRole('region', { name: 'What changed since the plan' })
  expect(await within(panel).findByText('1 changed; 2 as they were')).toBeVisible()
  await waitFor(() => expect(within(panel).queryByText(/^A run leaves/)).toBeNull())
  expect(within(panel).queryByText('/data/report.csv')).toBeNull()
})

it('does not check what can’t be run any more', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, { ...CHOWN, dry_run: true }, null)
  job.state = 'succeeded'
  job.promotable_until = timeIn(world, 1_000)
  renderConsole('/jobs/1', world)
  expect(await screen.findByRole('button', { name: 'Check again' })).toHaveAccessibleDescription(
    'The dry run is too old: make a new one',
  )
})

it('undoes what a job changed, after a dry run of that', async () => {
  const world = createWorld({ me: ADMIN })
  addJob(world, CHOWN, null)
  const { user, router } = renderConsole('/jobs/1', world)
  await waitFor(() => expect(world.jobs[0]?.state).toBe('succeeded'))
  expect(world.tree.get('/data/warehouse/orders')?.owner).toBe('finance')

  await user.click(await screen.findByRole('button', { name: 'Undo…' }))
  const question = await screen.findByRole('dialog', { name: 'Undo this job?' })
  expect(within(question).getByText(/^Sets 16 entries that this job changed/)).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/2'))
  expect(await screen.findByText('Nothing has changed yet')).toBeVisible()
  expect(world.tree.get('/data/warehouse/orders')?.owner).toBe('finance')

  await user.click(screen.getByRole('button', { name: 'Run for real…' }))
  const run = await screen.findByRole('dialog', { name: 'Undo: run for real?' })
  expect(within(run).getByText(/back to what they were before job 1/)).toBeVisible()
  await user.click(within(run).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/3'))
  await waitFor(() => expect(world.tree.get('/data/warehouse/orders')?.owner).toBe('etl'))
  expect(screen.getByRole('link', { name: 'Job 1' })).toBeVisible()
})

it('says what the undo of a delete to the trash does', async () => {
  const world = createWorld({ me: ADMIN })
  const path = '/data/warehouse/orders'
  const job = addJob(world, { kind: 'delete', path, parameters: { skip_trash: false } }, null)
  job.state = 'succeeded'
  job.undo = 'possible'
  job.progress = { ...job.progress, changed: 16 }
  renderConsole('/jobs/1?ask=undo', world)
  const question = await screen.findByRole('dialog', { name: 'Undo this job?' })
  expect(within(question).getByText(/^Moves 16 entries back to where/)).toBeVisible()
})

it('restores what somebody deleted, to its place or elsewhere', async () => {
  const world = createWorld({ me: ADMIN })
  const lost = '/user/alice/.Trash/Current/data/lost.csv'
  const home = world.tree.get('/user/alice')
  const file = world.tree.get('/user/alice/report final (2).csv')
  if (!home || !file) throw new Error('There is nothing to be deleted')
  for (const { path, name } of segmentsOf(parentOf(lost)).slice(2)) {
    world.tree.set(path, { ...home, path, name })
  }
  world.tree.set(lost, { ...file, path: lost, name: 'lost.csv' })
  const search = new URLSearchParams({ path: parentOf(lost), details: lost, job: 'restore' })
  const { user, router } = renderConsole(`/files?${search}`, world)
  const dialog = await screen.findByRole('dialog', { name: 'Restore' })
  const to = within(dialog).getByLabelText('To')
  expect(to).toHaveValue('/data/lost.csv')
  await user.clear(to)
  await user.type(to, '/user/alice/.Trash/lost.csv')
  expect(within(dialog).getByText('That is in a trash, too')).toBeVisible()
  await user.clear(to)
  await user.type(to, '/data/found.csv')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(await screen.findByText('Nothing has changed yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Run for real…' }))
  const question = await screen.findByRole('dialog', { name: 'Restore: run for real?' })
  expect(within(question).getByText(/out of the trash, to \/data\/found.csv\.$/)).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(world.tree.has('/data/found.csv')).toBe(true))
  expect(world.tree.has(lost)).toBe(false)
})

it('says why a job can’t be undone', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, CHOWN, null)
  job.state = 'succeeded'
  job.undo = 'not_kept'
  renderConsole('/jobs/1', world)
  expect(await screen.findByRole('button', { name: 'Undo…' })).toHaveAccessibleDescription(
    'The former values are not kept any more',
  )
})

it('asks for the name before it deletes for good', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(
    world,
    { kind: 'delete', path: '/data/warehouse', parameters: { skip_trash: true }, dry_run: true },
    null,
  )
  job.state = 'succeeded'
  const { user } = renderConsole('/jobs/1?ask=run', world)
  const question = await screen.findByRole('dialog', { name: 'Delete: run for real?' })
  expect(within(question).getByText(/There is no undo and no trash/)).toBeVisible()
  expect(within(question).getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
    'Type warehouse to confirm',
  )
  await user.type(within(question).getByLabelText(/type the name/), 'warehouse')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(world.jobs).toHaveLength(2))
})

it('asks how many entries go before it deletes a selection for good', async () => {
  const world = createWorld({ me: ADMIN })
  const selection = { inode_ids: [7, 9] }
  const parameters = { skip_trash: true }
  const job = addJob(world, { kind: 'delete', selection, parameters, dry_run: true }, null)
  job.state = 'succeeded'
  job.progress.changed = 1204
  const { user } = renderConsole('/jobs/1?ask=run', world)
  const question = await screen.findByRole('dialog', { name: 'Delete: run for real?' })
  const run = () => within(question).getByRole('button', { name: 'Delete' })
  expect(run()).toHaveAccessibleDescription('Type 1204 to confirm')
  await user.type(within(question).getByLabelText(/type how many entries go/), '1204')
  expect(run()).not.toHaveAttribute('aria-disabled')
})

it('refuses to promote what has been replaced, in the platform’s words', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, { ...CHOWN, dry_run: true }, null)
  job.state = 'succeeded'
  job.inode_id = 1
  const { user } = renderConsole('/jobs/1?ask=run', world)
  const question = await screen.findByRole('dialog')
  await user.click(within(question).getByRole('button', { name: 'Change owner' }))
  expect(await within(question).findByText('The path names another entry now')).toBeVisible()
})

it('cancels a running job after asking', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 1
  addJob(world, CHOWN, null)
  const { user } = renderConsole('/jobs/1', world)
  await user.click(await screen.findByRole('button', { name: 'Cancel job…' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel this job?' })
  expect(within(question).getByText(/stays changed/)).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByText('Cancelled')).toBeVisible()
})

it('pauses a running job and lets it go on, without asking', async () => {
  const world = createWorld({ me: ADMIN })
  world.jobStepEntries = 1
  addJob(world, CHOWN, null)
  const { user } = renderConsole('/jobs/1', world)
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('The job stands still')).toBeVisible()
  expect(screen.getByText('Paused')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel job…' })).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
  expect(screen.queryByText('The job stands still')).toBeNull()
})

it('lists what could not be changed', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, CHOWN, null)
  job.state = 'succeeded_with_errors'
  job.progress.errors = 1
  world.jobErrors.set(1, [
    { id: 1, path: '/data/warehouse/orders/x', code: 'conflict', message: 'Being written' },
  ])
  renderConsole('/jobs/1', world)
  expect(await screen.findByText('/data/warehouse/orders/x')).toBeVisible()
  expect(screen.getByText('Done, with errors')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All errors as CSV' })).toHaveAttribute(
    'href',
    '/api/v1/jobs/1/errors/file',
  )
})

/** Shows a job, or a plan, with one change of an owner; how the table of changes shows it. */
async function showChange(dryRun: boolean, caption: string) {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, { ...CHOWN, dry_run: dryRun }, null)
  job.state = 'succeeded'
  job.changes_kept = true
  job.progress.changed = 1
  const before = entryAt(world.tree, CHOWN.path)
  const change = { before, after: { ...before, owner: 'etl' } }
  world.jobChanges.set(job.id, new Map([[CHOWN.path, change]]))
  renderConsole('/jobs/1', world)
  const changes = await screen.findByRole('table', { name: caption })
  const path = await within(changes).findByText(CHOWN.path)
  expect(path.closest('tr')).toHaveTextContent(`${CHOWN.path}Owner${before.owner}etl`)
  return screen.queryByRole('link', { name: 'All changes as CSV' })
}

it('lists what was changed, before and after, and leads to all of it as a file', async () => {
  const file = await showChange(false, 'Entries that the job changed, before and after')
  expect(file).toHaveAttribute('href', '/api/v1/jobs/1/changes/file')
  expect(file).toHaveAttribute('download', 'job-1-changes.csv')
})

it('shows some of what a plan would change, and no file of it', async () => {
  expect(await showChange(true, 'Entries that would change, before and after')).toBeNull()
})

it('shows no list of changes for jobs that keep none', async () => {
  const world = createWorld({ me: ADMIN })
  addJob(world, { ...CHOWN, dry_run: true }, null).state = 'succeeded'
  renderConsole('/jobs/1', world)
  expect(await screen.findByText('No errors')).toBeVisible()
  expect(screen.queryByText('Nothing is changed yet')).toBeNull()
})

it('says so when a job does not exist', async () => {
  renderConsole('/jobs/77')
  expect(await screen.findByText('No such job')).toBeVisible()
})

it('filters the list and keeps the filter in the address', async () => {
  const world = createWorld({ me: ADMIN })
  addJob(world, CHOWN, null).state = 'failed'
  addJob(world, { ...CHOWN, path: '/tmp' }, null).state = 'cancelled'
  const { user, router } = renderConsole('/jobs', world)
  expect(await screen.findByText('/tmp')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'State' }))
  await user.click(await screen.findByRole('option', { name: 'Failed' }))
  await waitFor(() => expect(screen.queryByText('/tmp')).not.toBeInTheDocument())
  expect(router.state.location.search).toEqual({ state: 'failed' })
})
