import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { http, problem } from '~/test/platform/http'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'

const TABLE = 'Load of each shard, the mean of the range'

it('goes from the hottest shard to its directory and on to who works there', async () => {
  const { user, router } = renderConsole('/shards')
  const table = await screen.findByRole('table', { name: TABLE })
  const [first] = (await within(table).findAllByRole('link')).slice(0, 1)
  expect(first).toHaveTextContent('Shard 3')
  await user.click(within(table).getByRole('link', { name: 'Shard 3' }))
  expect(router.state.location.search).toEqual({ shard: '3' })
  const tables = await screen.findByRole('table', { name: 'Tables of shard 3' })
  expect(within(tables).getByRole('row', { name: /^inodes 400/ })).toBeVisible()
  const directories = screen.getByRole('table', { name: 'Hottest directories of shard 3' })
  await user.click(within(directories).getByRole('link', { name: '/data/warehouse' }))
  expect(router.state.location.pathname).toBe('/heat')
  expect(router.state.location.search).toEqual({
    by: 'directory',
    key: '/data/warehouse',
    window: '1m',
  })
  expect(await screen.findByRole('table', { name: 'Users of /data/warehouse' })).toBeVisible()
})

it('leads from a directory to its shard', async () => {
  const { user, router } = renderConsole('/heat?by=directory&key=/data/warehouse')
  await user.click(await screen.findByRole('link', { name: 'Its children are in shard 3' }))
  expect(router.state.location.pathname).toBe('/shards')
  expect(router.state.location.search).toEqual({ shard: '3' })
})

it('draws the load over time and says it in words', async () => {
  renderConsole('/shards')
  const map = await screen.findByRole('img', { name: 'Operations of each shard over time' })
  expect(map).toHaveAccessibleDescription(/^The operations a second of 32 shards over 1 h: Shard 3/)
  expect(screen.getByRole('img', { name: 'Imbalance over time' })).toBeInTheDocument()
  expect(screen.getByText('3.20')).toBeVisible()
  expect(screen.getByText('Embedded')).toBeVisible()
})

it('keeps range, table and order in the address', async () => {
  const { user, router } = renderConsole('/shards?shard=3')
  await user.click(await screen.findByRole('radio', { name: '24 h' }))
  await user.click(await screen.findByRole('combobox', { name: 'Table' }))
  await user.click(await screen.findByRole('option', { name: 'inodes' }))
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }))
  await user.click(await screen.findByRole('option', { name: 'Number' }))
  expect(router.state.location.search).toEqual({
    shard: '3',
    range: '24h',
    table: 'inodes',
    sort: 'shard',
  })
  const table = await screen.findByRole('table', { name: TABLE })
  expect(within(table).getAllByRole('link')[0]).toHaveTextContent('Shard 0')
  expect(within(table).getByRole('columnheader', { name: 'Shard' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
})

it('replays the range moment by moment, and keeps the moment in the address', async () => {
  const { user, router } = renderConsole('/shards')
  const moment = await screen.findByRole('slider', { name: 'Moment' })
  fireEvent.change(moment, { target: { value: '0' } })
  expect(await screen.findByText('Nothing was measured')).toBeVisible()
  expect(router.state.location.search).toHaveProperty('at')
  await user.click(screen.getByRole('button', { name: 'Replay' }))
  // It moves on by itself.
  expect(await screen.findByText(/operations\/s, imbalance \d/)).toBeVisible()
  const then = screen.getByRole('table', { name: 'The busiest shards at this moment' })
  expect(within(then).getAllByRole('row')[1]).toHaveTextContent(/^Shard 3/)
  // Whoever chooses a moment stays there.
  fireEvent.change(moment, { target: { value: '0' } })
  expect(await screen.findByRole('button', { name: 'Replay' })).toBeVisible()
  expect(await screen.findByText('Nothing was measured')).toBeVisible()
})

it('says that the embedded store has no nodes', async () => {
  renderConsole('/shards')
  expect(await screen.findByText(/The embedded store has no nodes/)).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Size' })).not.toBeInTheDocument()
})

it('shows the nodes and threads of NDB, and where a shard is', async () => {
  const world = createWorld({ me: ADMIN })
  world.shardStore = 'ndb'
  renderConsole('/shards?shard=3', world)
  const nodes = await screen.findByRole('table', { name: 'Load of each node and thread' })
  expect(within(nodes).getByRole('row', { name: /^Thread 3 Node 2 640 91 %/ })).toBeVisible()
  const links = screen.getByRole('table', { name: 'What each node exchanged with the others' })
  expect(
    within(links).getByRole('row', { name: /^Node 2 2 MiB\/s 512 KiB\/s 7 4 0/ }),
  ).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Size' })).toBeVisible()
  expect(await screen.findByText(/node 2, thread 3; node 1, thread 3/)).toBeVisible()
})

it('says that there are no samples yet', async () => {
  const world = createWorld({ me: ADMIN })
  world.shardSamples = false
  renderConsole('/shards', world)
  expect(await screen.findByText('No samples yet')).toBeVisible()
  expect(screen.queryByRole('table', { name: TABLE })).not.toBeInTheDocument()
})

it('says who did not answer', async () => {
  const world = createWorld({ me: ADMIN })
  world.killed = 'nn2'
  renderConsole('/shards?shard=3', world)
  expect(await screen.findByText(/The load that came from nn2 is missing/)).toBeVisible()
})

it('says that a shard does not exist, and closes it', async () => {
  const { user, router } = renderConsole('/shards?shard=99')
  const panel = await screen.findByRole('complementary', { name: 'One shard' })
  expect(await within(panel).findByText('No such shard')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(router.state.location.search).toEqual({})
})

it('says what went wrong', async () => {
  renderConsole('/shards')
  server.use(
    http.get('/api/v1/heat/shards', ({ response }) =>
      response.untyped(problem(400, 'invalid_argument', 'There is no such table')),
    ),
  )
  expect(await screen.findByText('There is no such table')).toBeVisible()
  expect(screen.queryByRole('table', { name: TABLE })).not.toBeInTheDocument()
})

it('is not for viewers', async () => {
  renderConsole('/shards', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Hot shards need the role operator')).toBeVisible()
})
