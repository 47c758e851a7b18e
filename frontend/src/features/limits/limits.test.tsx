import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { linesOf, meansOf } from './record'

const point = {
  begin: '2026-11-24T08:00:00.000Z',
  end: '2026-11-24T08:00:10.000Z',
  calls_per_s: 10,
  mean_ms: 2,
  others_per_s: 0,
  others_mean_ms: null,
  refused_per_s: null,
}
const later = {
  ...point,
  begin: '2026-11-24T08:00:10.000Z',
  end: '2026-11-24T08:00:40.000Z',
  calls_per_s: 2,
  mean_ms: 6,
  refused_per_s: 4,
}

it('weighs means by their length, and latencies by their calls', () => {
  expect(meansOf([])).toBeUndefined()
  expect(meansOf([point, later])).toEqual({
    calls_per_s: 4,
    mean_ms: 3.5,
    others_per_s: 0,
    others_mean_ms: null,
    refused_per_s: 3,
  })
})

it('draws each mean from its begin to its end, with a gap at the change', () => {
  const change = {
    id: 1,
    kind: 'user' as const,
    name: 'etl',
    action: 'set' as const,
    calls_per_second: 2,
    reason: '',
    expires_at: null,
    actor: 'admin',
    state: 'done' as const,
    asked_at: point.end,
    done_at: point.end,
    failed_why: '',
    before: [point],
    after: [later],
  }
  const { times, calls, latency } = linesOf(change)
  expect(times).toHaveLength(5)
  expect(times[2]).toBe(later.begin)
  expect(calls[0]).toEqual({ name: 'etl', values: [10, 10, null, 2, 2] })
  expect(latency[1]?.values).toEqual([null, null, null, null, null])
  expect(linesOf({ ...change, before: [], after: [] }).times).toEqual([])
})

async function limited() {
  const console = renderConsole('/heat?by=user&key=etl', createWorld({ me: ADMIN }))
  await console.user.click(await screen.findByRole('link', { name: 'Limit its calls …' }))
  return console
}

it('goes from heat to a limit, with what it would do, and to its record', async () => {
  const { user, router } = await limited()
  expect(router.state.location.search).toEqual({ kind: 'user', name: 'etl' })
  const dialog = await screen.findByRole('dialog', { name: 'Limit calls' })
  expect(await within(dialog).findByText(/110\/s of them would have been refused/)).toBeVisible()
  expect(within(dialog).getByText('Application nightly: 118/s')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Set limit' }))
  expect(within(dialog).getByText('Say why: those who meet it are told')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Why'), 'floods /data')
  await user.click(within(dialog).getByRole('button', { name: 'Set limit' }))
  const record = await screen.findByRole('table', { name: 'Before and after' })
  expect(within(record).getByRole('row', { name: 'Calls of etl 120/s 10/s' })).toBeVisible()
  expect(within(record).getByRole('row', { name: 'Their mean time 60 ms 4 ms' })).toBeVisible()
  const inForce = screen.getByRole('table', { name: 'Limits in force' })
  expect(
    await within(inForce).findByRole('row', { name: /^etl User 10\/s 30 1,200/ }),
  ).toBeVisible()
})

it('warns of a name that nobody uses', async () => {
  renderConsole('/limits?kind=application&name=nightli', createWorld({ me: ADMIN }))
  expect(await screen.findByText(/No call of this name was seen/)).toBeVisible()
})

it('lifts a limit, with a reason', async () => {
  const world = createWorld({ me: ADMIN })
  const { user } = renderConsole('/limits?kind=user&name=etl', world)
  await user.type(await screen.findByLabelText('Why'), 'floods')
  await user.click(screen.getByRole('button', { name: 'Set limit' }))
  await user.click(await screen.findByRole('button', { name: 'Lift' }))
  await user.click(await screen.findByRole('button', { name: 'Lift limit' }))
  expect(screen.getByText('Say why, for the record')).toBeVisible()
  await user.type(screen.getByLabelText('Why'), 'mended')
  await user.click(screen.getByRole('button', { name: 'Lift limit' }))
  expect(await screen.findByText('Nobody is limited')).toBeVisible()
  expect(world.limitChanges[0]).toMatchObject({ action: 'lift', reason: 'mended' })
})

it('is not for viewers', async () => {
  renderConsole('/limits', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Limits need the role operator')).toBeVisible()
})
