import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { placeInTree, snapshottedOf } from '~/format/snapshot'
import { takeSnapshotIn } from '~/test/platform/snapshots'
import { entryAt } from '~/test/platform/tree'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { inState } from './ComparisonSection'
import { nameProblem, proposedName } from './wording'

const DIRECTORY = '/data/warehouse'

function worldWithSnapshot(me = ADMIN) {
  const world = createWorld({ me })
  world.snapshots.set(DIRECTORY, [])
  takeSnapshotIn(world, DIRECTORY, 'monday')
  return world
}

it('lists where snapshots may be taken, and leads to them', async () => {
  const world = worldWithSnapshot()
  world.snapshots.set('/data/raw', [])
  const { user, router } = renderConsole('/snapshots', world)
  const table = await screen.findByRole('table', { name: 'Snapshottable directories, by path' })
  const link = await within(table).findByRole('link', { name: DIRECTORY })
  expect(link.closest('tr')).toHaveTextContent(/1.*etl/)
  await user.type(screen.getByLabelText('Path begins with'), '/data/r')
  await waitFor(() => expect(router.state.location.search).toEqual({ prefix: '/data/r' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: DIRECTORY })).toBeNull())
  await user.click(screen.getByRole('link', { name: '/data/raw' }))
  expect(await screen.findByText('No snapshot yet')).toBeVisible()
})

it('allows snapshots, takes one, renames it and deletes it by its name', async () => {
  const world = createWorld({ me: ADMIN })
  const { user } = renderConsole('/snapshots', world)
  await user.click(await screen.findByRole('button', { name: 'Allow snapshots' }))
  const allow = await screen.findByRole('dialog', { name: 'Allow snapshots' })
  await user.type(within(allow).getByLabelText('Directory'), 'data/raw')
  await user.click(within(allow).getByRole('button', { name: 'Allow' }))
  await user.click(await screen.findByRole('link', { name: '/data/raw' }))

  await user.click(await screen.findByRole('button', { name: 'Take a snapshot' }))
  const take = await screen.findByRole('dialog', { name: 'Take a snapshot' })
  const name = within(take).getByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'monday')
  await user.click(within(take).getByRole('button', { name: 'Take the snapshot' }))

  await user.click(await screen.findByRole('button', { name: 'Go on with monday' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
  const renamed = await screen.findByLabelText('Name')
  await user.clear(renamed)
  await user.type(renamed, 'tuesday')
  await user.click(screen.getByRole('button', { name: 'Rename' }))

  await user.click(await screen.findByRole('button', { name: 'Go on with tuesday' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const remove = await screen.findByRole('button', { name: 'Delete for good' })
  expect(remove).toHaveAttribute('aria-description', 'Type the name first')
  await user.type(screen.getByLabelText(/To confirm, type its name/), 'tuesday')
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('No snapshot yet')).toBeVisible()
  expect(world.snapshots.get('/data/raw')).toEqual([])
})

it('compares a snapshot with now, filtered in the address', async () => {
  const world = worldWithSnapshot()
  const part = `${DIRECTORY}/orders/month=2026-01/part-00000.snappy.parquet`
  const entry = entryAt(world.tree, part)
  world.tree.delete(part)
  const changed = `${DIRECTORY}/orders/month=2026-01/part-00001.snappy.parquet`
  world.tree.set(changed, { ...entryAt(world.tree, changed), size_bytes: 1 })
  const moved = `${DIRECTORY}/new.parquet`
  world.tree.set(moved, { ...entry, inode_id: 9e6, path: moved, name: 'new.parquet' })

  const { user, router } = renderConsole(`/snapshots?path=${DIRECTORY}`, world)
  await user.click(await screen.findByRole('button', { name: 'Go on with monday' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Compare with now' }))
  const table = await screen.findByRole('table', { name: 'Differences from monday to now' })
  expect(await within(table).findByRole('link', { name: moved })).toBeVisible()
  expect(within(table).getAllByRole('row')).toHaveLength(4)
  expect(within(table).getByRole('link', { name: part })).toHaveAttribute(
    'href',
    expect.stringMatching(/\.snapshot(%2F|\/)monday/),
  )
  await user.click(screen.getByRole('button', { name: 'Deleted 1' }))
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
  expect(router.state.location.search).toEqual({
    path: DIRECTORY,
    earlier: 'monday',
    kind: 'deleted',
  })
})

it('restores what was deleted to another place, and shows how far that is', async () => {
  const world = worldWithSnapshot()
  const gone = `${DIRECTORY}/orders/month=2026-01/part-00000.snappy.parquet`
  world.tree.delete(gone)
  const { user, router } = renderConsole(`/snapshots?path=${DIRECTORY}&earlier=monday`, world)
  await user.click(await screen.findByRole('button', { name: `Go on with ${gone}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore from monday…' }))
  const to = await screen.findByLabelText(/^Restore to$/, { selector: 'input[maxlength="8000"]' })
  expect(to).toHaveValue(gone)
  await user.clear(to)
  await user.type(to, '/data/found')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  const restores = await screen.findByRole('table', { name: /^Restores out of snapshots/ })
  expect(within(restores).getByRole('link', { name: '/data/found' })).toBeVisible()
  expect(restores).toHaveTextContent(/Waiting.*0 of 2/)
  expect(world.restores[0]).toMatchObject({
    source: `${DIRECTORY}/.snapshot/monday${gone.slice(DIRECTORY.length)}`,
    to: '/data/found',
    overwrite: false,
  })
  expect(router.state.location.search).toEqual({ path: DIRECTORY, earlier: 'monday' })
})

it('says why somebody can change nothing', async () => {
  const { user } = renderConsole(`/snapshots?path=${DIRECTORY}`, worldWithSnapshot(VIEWER))
  await user.click(await screen.findByRole('button', { name: 'Go on with monday' }))
  const remove = await screen.findByRole('menuitem', { name: 'Delete…' })
  expect(remove).toHaveAttribute('aria-description', expect.stringContaining('viewer'))
  const take = screen.getByRole('button', { name: 'Take a snapshot', hidden: true })
  expect(take).toHaveAttribute('aria-disabled', 'true')
})

it('knows names and ways', () => {
  expect(proposedName(new Date('2026-11-26T19:29:30Z'))).toBe('s20261126-192930')
  expect(nameProblem('a/b')).toMatch(/slash/)
  expect(nameProblem('fine')).toBeNull()
  expect(inState('/a/b', '/a', 's1')).toBe('/a/.snapshot/s1/b')
  expect(inState('/b', '/', 's1')).toBe('/.snapshot/s1/b')
  expect(inState('/a/b', '/a', null)).toBe('/a/b')
  expect(placeInTree('/a/.snapshot/s1/b/c')).toBe('/a/b/c')
  expect(placeInTree('/.snapshot/s1')).toBe('/')
  expect(placeInTree('/a/b')).toBeUndefined()
  expect(snapshottedOf('/.snapshot/s1/b')).toBe('/')
})
