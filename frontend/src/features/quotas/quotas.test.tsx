import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatBytes } from '~/format/bytes'
import { http, problem } from '~/test/platform/http'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'
import { growthText, limitText, urgencyOf } from './wording'

const tableOf = (order = 'fullest first') =>
  screen.findByRole('table', { name: `Directories with a quota, ${order}` })

function worldWithQuotas() {
  const world = createWorld({ me: ADMIN })
  world.quotas.set('/data', { namespace_quota: 1_000, space_quota_bytes: null })
  return world
}

it('shows each limit, how full it is and when it will be met', async () => {
  renderConsole('/quotas', worldWithQuotas())
  const table = await tableOf()
  await within(table).findByRole('link', { name: '/user/alice' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent(/^\/user\/alice.* of 5.*\+102 MiB/)
  expect(second).toHaveTextContent(/^\/data.* of 1,000/)
  expect(screen.getByText('Directories with a quota').parentElement).toHaveTextContent('2')
})

it('shows limits by type of storage with what is added in a day', async () => {
  const world = worldWithQuotas()
  world.quotas.set('/data', {
    namespace_quota: null,
    space_quota_bytes: null,
    ssd_quota_bytes: 2 ** 50,
  })
  renderConsole('/quotas', world)
  const table = await tableOf()
  const link = await within(table).findByRole('link', { name: '/data' })
  expect(link.closest('tr')).toHaveTextContent(/SSD .* of 1 PiB.*SSD \+1 GiB/)
})

it('limits a type of storage', async () => {
  const { user } = renderConsole('/quotas', worldWithQuotas())
  await user.click(await screen.findByRole('button', { name: 'Go on with /data' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set or clear its quota…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set quota' })
  await user.click(within(dialog).getByRole('combobox', { name: 'By type of storage' }))
  await user.click(await screen.findByRole('option', { name: 'SSD' }))
  await user.click(within(dialog).getByRole('combobox', { name: 'Space on SSD' }))
  await user.click(await screen.findByRole('option', { name: 'Limit to' }))
  await user.type(within(dialog).getByLabelText('Space on SSD at most'), '5 GiB')
  expect(within(dialog).getByText('5,368,709,120 bytes')).toBeVisible()
})

it('orders by a header, and keeps that and the beginning of paths in the address', async () => {
  const { user, router } = renderConsole('/quotas', worldWithQuotas())
  const table = await tableOf()
  await user.click(within(table).getByRole('button', { name: 'Directory' }))
  await tableOf('by path')
  await user.type(screen.getByLabelText('Path begins with'), '/us')
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'path', prefix: '/us' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: '/data' })).toBeNull())
  expect(screen.getByRole('link', { name: '/user/alice' })).toBeVisible()
})

it('turns an order round by a second click, and back by a third', async () => {
  const { user, router } = renderConsole('/quotas', worldWithQuotas())
  const table = await tableOf()
  await user.click(within(table).getByRole('button', { name: /^Used/ }))
  const turned = await tableOf('fullest first, the other way round')
  expect(router.state.location.search).toEqual({ sort: 'used', direction: 'asc' })
  const [, first] = await within(turned).findAllByRole('row')
  await waitFor(() => expect(first).toHaveTextContent(/^\/data/))
  await user.click(within(turned).getByRole('button', { name: /^Used/ }))
  await tableOf()
  expect(router.state.location.search).toEqual({ sort: 'used' })
})

it('leads from a row to the job that changes its quota', async () => {
  const { user, router } = renderConsole('/quotas', worldWithQuotas())
  await user.click(await screen.findByRole('button', { name: 'Go on with /data' }))
  expect(await screen.findByRole('menuitem', { name: 'What fills it' })).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'Set or clear its quota…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set quota' })
  expect(within(dialog).getByText('/data')).toBeVisible()
  expect(router.state.location.search).toEqual({ set: '/data' })
})

it('sets a first quota of a directory, and of nothing else', async () => {
  const { user, router } = renderConsole('/quotas', worldWithQuotas())
  await user.click(await screen.findByRole('button', { name: 'New quota' }))
  const dialog = await screen.findByRole('dialog', { name: 'New quota' })
  const path = within(dialog).getByLabelText('Directory')
  await user.type(path, 'user/alice/report final (2).csv')
  await user.click(within(dialog).getByRole('button', { name: 'Choose limits' }))
  expect(await within(dialog).findByText('Only directories have quotas')).toBeVisible()
  await user.clear(path)
  await user.type(path, '/user')
  await user.click(within(dialog).getByRole('button', { name: 'Choose limits' }))
  expect(await screen.findByRole('dialog', { name: 'Set quota' })).toBeVisible()
  expect(router.state.location.search).toEqual({ set: '/user' })
})

it('says why there is nothing to show', async () => {
  renderConsole('/quotas', worldWithQuotas())
  server.use(
    http.get('/api/v1/usage/quotas', ({ response }) =>
      response.untyped(problem(503, 'replica_not_ready', 'The SQL replica is being built')),
    ),
  )
  expect(await screen.findByText('The SQL replica is being built')).toBeVisible()
})

it('says that no directory has a quota', async () => {
  const world = createWorld({ me: ADMIN })
  world.quotas.clear()
  renderConsole('/quotas', world)
  expect(await screen.findByText('No directory has a quota')).toBeVisible()
})

it('tells viewers why it shows them nothing', async () => {
  renderConsole('/quotas', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Quotas need the role operator')).toBeVisible()
})

it('tells limits, growth and urgency in words', () => {
  expect(limitText({ quota: null, used: 1_536, a_day: null }, formatBytes)).toBe('1.5 KiB')
  expect(growthText(-1_024, formatBytes)).toBe('−1 KiB')
  expect(growthText(0, formatBytes)).toBe('no change')
  expect(growthText(null, formatBytes)).toBeUndefined()
  const nowMs = Date.parse('2026-01-01T12:00:00Z')
  expect(urgencyOf({ used_share: 1, full_on: null }, nowMs)).toBe('full')
  expect(urgencyOf({ used_share: 0.1, full_on: '2026-01-20' }, nowMs)).toBe('soon')
  expect(urgencyOf({ used_share: 0.8, full_on: null }, nowMs)).toBe('soon')
  expect(urgencyOf({ used_share: 0.1, full_on: '2026-03-20' }, nowMs)).toBe('room')
})
