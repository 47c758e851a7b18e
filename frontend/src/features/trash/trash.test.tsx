import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { http, problem } from '~/test/platform/http'
import { trash } from '~/test/platform/trash'
import { ADMIN, createWorld, permissionsOf, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'
import { contentText, emptiedText } from './wording'

const tableOf = (order = 'deleted last first') =>
  screen.findByRole('table', { name: `What was deleted, ${order}` })

function worldWithTrash(me = ADMIN) {
  const world = createWorld({ me })
  trash(world, '/data/warehouse/orders', 'alice')
  trash(world, '/data/raw/logs/access-0007.log.gz', 'bob')
  return world
}

it('shows what was deleted by whom and when, and for how long it can be had', async () => {
  renderConsole('/trash', worldWithTrash())
  const table = await tableOf()
  await within(table).findByRole('link', { name: '/data/warehouse/orders' })
  const [, orders, log] = within(table).getAllByRole('row')
  expect(orders).toHaveTextContent(/12 files, 3 directories.*alice.*30 min ago.*GiB.*in 2 d/)
  expect(log).toHaveTextContent(/^\/data\/raw\/logs\/access-0007.log.gz.*bob.*1 h ago/)
  expect(screen.getByText('Deleted entries').parentElement).toHaveTextContent('2')
  expect(screen.getByText('In trashes of').parentElement).toHaveTextContent('2')
})

it('has its filters and its order in the address', async () => {
  const { user, router } = renderConsole('/trash?user=bob', worldWithTrash())
  await within(await tableOf()).findByRole('link', { name: /access-0007/ })
  expect(screen.queryByRole('link', { name: '/data/warehouse/orders' })).toBeNull()
  await user.clear(screen.getByLabelText('Deleted by'))
  await user.type(screen.getByLabelText('Was at a path that begins with'), '/data/ware')
  await within(await tableOf()).findByRole('link', { name: '/data/warehouse/orders' })
  await waitFor(() => expect(router.state.location.search).toEqual({ prefix: '/data/ware' }))
  await user.click(screen.getByRole('button', { name: 'Was' }))
  await tableOf('by path')
  expect(router.state.location.search).toEqual({ prefix: '/data/ware', sort: 'path' })
})

it('says that nothing matches, or that there is nothing', async () => {
  const world = worldWithTrash()
  const { router } = renderConsole('/trash?age=over-month', world)
  expect(await screen.findByText('Nothing deleted matches the filters')).toBeVisible()
  world.tree.clear()
  await router.navigate({ to: '/trash', search: {} })
  expect(await screen.findByText('The trash is empty')).toBeVisible()
})

it('prepares a restore to another place, by a dry run', async () => {
  const world = worldWithTrash()
  const { user, router } = renderConsole('/trash', world)
  await user.click(await screen.findByRole('button', { name: 'Go on with /data/warehouse/orders' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore' })
  const to = within(dialog).getByLabelText('To')
  expect(to).toHaveValue('/data/warehouse/orders')
  await user.clear(to)
  await user.type(to, '/data/again/orders')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]).toMatchObject({
    kind: 'restore',
    dry_run: true,
    path: '/user/alice/.Trash/Current/data/warehouse/orders',
    parameters: { to: '/data/again/orders' },
  })
})

it('offers to delete for good, and no second trash', async () => {
  const world = worldWithTrash()
  const { user, router } = renderConsole('/trash', world)
  await user.click(await screen.findByRole('button', { name: /^Go on with .*access-0007/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete for good…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(within(dialog).getByLabelText('Delete for good')).toBeChecked()
  expect(within(dialog).queryByLabelText('Move to the trash')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]?.parameters).toEqual({ skip_trash: true })
})

it('prepares one job for the entries that are ticked', async () => {
  const world = worldWithTrash()
  const { user, router } = renderConsole('/trash', world)
  expect(await screen.findByRole('button', { name: /^Restore ticked…/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Tick /data/warehouse/orders' }))
  await user.click(screen.getByRole('checkbox', { name: /^Tick .*access-0007/ }))
  await user.click(await screen.findByRole('button', { name: 'Restore 2 entries…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore' })
  expect(within(dialog).getByText('2 entries in the trash, ticked one by one')).toBeVisible()
  expect(within(dialog).queryByLabelText('To')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]).toMatchObject({ kind: 'restore', dry_run: true, parameters: {} })
  expect(world.jobs[0]?.selection).toMatchObject({ by: 'inode_ids', asked: 2 })
})

it('deletes those that are ticked for good, as there is no second trash', async () => {
  const world = worldWithTrash()
  const { user, router } = renderConsole('/trash', world)
  await user.click(await screen.findByRole('checkbox', { name: 'Tick /data/warehouse/orders' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 entry for good…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(within(dialog).queryByLabelText('Move to the trash')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]).toMatchObject({ selection: { asked: 1 }, parameters: { skip_trash: true } })
})

it('forgets what is ticked when the filters change', async () => {
  const { user, router } = renderConsole('/trash?ticked=7,9', worldWithTrash())
  expect(await screen.findByRole('button', { name: 'Restore 2 entries…' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Untick all' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  await router.navigate({ to: '/trash', search: { ticked: '7' } })
  await user.type(screen.getByLabelText('Deleted by'), 'bob')
  await waitFor(() => expect(router.state.location.search).toEqual({ user: 'bob' }))
})

it('shows a viewer his own trash, without what HDFS may hide', async () => {
  const { user } = renderConsole('/trash', worldWithTrash({ ...VIEWER, hdfs_user: 'alice' }))
  const table = await tableOf()
  await within(table).findByRole('link', { name: '/data/warehouse/orders' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(table).not.toHaveTextContent('GiB')
  expect(screen.queryByText('Deleted entries')).toBeNull()
  // Orders that would tell of what is hidden are not offered.
  expect(within(table).queryByRole('button', { name: 'Size' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go on with /data/warehouse/orders' }))
  expect(await screen.findByRole('menuitem', { name: /^Restore…/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

it('lets each action stand where a role allows it', async () => {
  const me = { ...VIEWER, permissions: permissionsOf('operator', ['/data']) }
  const { user } = renderConsole('/trash', worldWithTrash(me))
  await user.click(await screen.findByRole('button', { name: 'Go on with /data/warehouse/orders' }))
  expect(await screen.findByRole('menuitem', { name: /^Restore…/ })).not.toHaveAttribute(
    'aria-disabled',
  )
  expect(screen.getByRole('menuitem', { name: /^Delete for good…/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

it('says what is wrong', async () => {
  renderConsole('/trash', worldWithTrash())
  server.use(
    http.get('/api/v1/trash', ({ response }) =>
      response.untyped(problem(503, 'replica_not_ready', 'The SQL replica is being built')),
    ),
  )
  expect(await screen.findByText('The SQL replica is being built')).toBeVisible()
})

it('words what is in an entry and when it goes', () => {
  expect(contentText({ kind: 'directory', files: 1, directories: 0 })).toBe('1 file')
  expect(contentText({ kind: 'directory', files: null, directories: null })).toBeUndefined()
  expect(contentText({ kind: 'file', files: 1, directories: 0 })).toBeUndefined()
  const nowMs = Date.parse('2026-11-26T16:00:00Z')
  expect(emptiedText('2026-11-26T15:59:00Z', nowMs)).toBe('about now')
  expect(emptiedText('2026-11-26T18:00:00Z', nowMs)).toBe('in 2 h')
})
