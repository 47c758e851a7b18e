import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SpreadPoint } from '~/api/spread'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { meansOf } from './record'

const HOT = '/data/warehouse'

const point: SpreadPoint = {
  begin: '2026-11-24T08:00:00.000Z',
  end: '2026-11-24T08:00:10.000Z',
  calls_per_s: 10,
  mean_ms: 2,
  others_per_s: 4,
  others_mean_ms: 8,
  busiest: { shard: 1, operations_per_s: 30, rows_per_s: 300, imbalance: 4 },
}

it('takes means of what was measured only', () => {
  const silent = { ...point, end: '2026-11-24T08:00:40.000Z', busiest: null }
  expect(meansOf([point, silent])).toMatchObject({ callsPerS: 10, rowsPerS: 300, imbalance: 4 })
  expect(meansOf([])).toMatchObject({ callsPerS: null, meanMs: null, rowsPerS: null })
})

it('goes from a hot directory to its spread, with what it would do, and to its record', async () => {
  const world = createWorld({ me: ADMIN })
  const { user, router } = renderConsole(`/heat?by=directory&key=${HOT}`, world)
  await user.click(await screen.findByRole('link', { name: 'Spread its children …' }))
  expect(router.state.location.search).toEqual({ path: HOT })
  const dialog = await screen.findByRole('dialog', { name: 'Spread children' })
  expect(await within(dialog).findByText('2,400 children, together in one shard')).toBeVisible()
  expect(within(dialog).getByText(/the busiest shard, 3, had 480,000 rows/)).toBeVisible()
  expect(within(dialog).getByText(/Mostly listings/)).toBeVisible()
  const shards = within(dialog).getByRole('table', { name: 'Shards of the directory' })
  expect(within(shards).getByRole('row', { name: '3 2,400 0 100 50' })).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Spread over shards' }))
  expect(within(dialog).getByText('Say why, for the record')).toBeVisible()
  expect(world.spreadChanges).toHaveLength(0)
  await user.type(within(dialog).getByLabelText('Why'), 'its shard is hot')
  await user.click(within(dialog).getByRole('button', { name: 'Spread over shards' }))
  const record = await screen.findByRole('table', { name: 'Before and after' })
  expect(
    within(record).getByRole('row', { name: 'Rows of the busiest shard 480,000/s 60,000/s' }),
  ).toBeVisible()
  expect(within(record).getByRole('row', { name: 'Their mean time 40 ms 9 ms' })).toBeVisible()
  expect(screen.getByText(/Reckoned before: 60,000\/s rows/)).toBeVisible()
  const history = screen.getByRole('table', {
    name: 'Directories whose children were moved, newest first',
  })
  expect(await within(history).findByText('2,400 of 2,400 children')).toBeVisible()
})

it('is offered for a directory of a hot shard', async () => {
  const { user, router } = renderConsole('/shards?shard=3', createWorld({ me: ADMIN }))
  await user.click(await screen.findByRole('link', { name: `Spread the children of ${HOT}` }))
  expect(router.state.location.search).toEqual({ path: HOT })
})

it('brings children together again', async () => {
  const world = createWorld({ me: ADMIN })
  const { user } = renderConsole(`/spread?path=${HOT}`, world)
  await user.type(await screen.findByLabelText('Why'), 'hot')
  await user.click(await screen.findByRole('button', { name: 'Spread over shards' }))
  await user.click(await screen.findByRole('link', { name: 'Look at it again …' }))
  const dialog = await screen.findByRole('dialog', { name: 'Spread children' })
  await user.type(within(dialog).getByLabelText('Why'), 'listings are too slow')
  await user.click(await within(dialog).findByRole('button', { name: 'Bring together' }))
  await screen.findByRole('table', { name: 'Before and after' })
  expect(world.spreadChanges[0]).toMatchObject({
    path: HOT,
    children: 'by_parent',
    reason: 'listings are too slow',
  })
})

it('offers no change of what it does not know', async () => {
  renderConsole('/spread?path=/none', createWorld({ me: ADMIN }))
  expect(await screen.findByRole('button', { name: 'Change' })).toHaveAccessibleDescription(
    'It is not known yet where the children are',
  )
  expect(await screen.findByText('No such path')).toBeVisible()
})

it('says when the directory was not seen', async () => {
  renderConsole('/spread?path=/quiet', createWorld({ me: ADMIN }))
  expect(await screen.findByText(/not among the hottest of the last minute/)).toBeVisible()
})

it('is not for viewers', async () => {
  renderConsole('/spread', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Spread needs the role operator')).toBeVisible()
})
