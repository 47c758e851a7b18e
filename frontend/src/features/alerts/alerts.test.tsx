import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from '~/api/auth'
import {
  ADMIN,
  createWorld,
  permissionsOf,
  timeIn,
  VIEWER,
  type World,
} from '~/test/platform/world'
import { renderConsole } from '~/test/render'

function createTold(me = ADMIN): World {
  const world = createWorld({ me })
  world.channels.push({
    id: 1,
    name: 'on call',
    kind: 'webhook',
    enabled: true,
    target: 'hooks.example.org',
    url: me === ADMIN ? 'https://hooks.example.org/hidden' : null,
    recipients: [],
    verdicts: ['error', 'warning'],
    checks: ['datanodes'],
    quiet_from: '22:00',
    quiet_until: '06:00',
    messages_per_hour_max: 12,
    created_at: timeIn(world, 60_000),
    updated_at: timeIn(world, 60_000),
    etag: '"1"',
  })
  return world
}

it('makes a webhook, and shows its secret once', async () => {
  const { user, world, router } = renderConsole('/alerts')
  await user.click(await screen.findByRole('button', { name: 'New channel' }))
  expect(router.state.location.search).toEqual({ open: 'create' })
  const dialog = within(await screen.findByRole('dialog', { name: 'New channel' }))
  await user.click(dialog.getByRole('button', { name: 'Make channel' }))
  expect(await dialog.findByText('Begins with https:// or http://')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'chat')
  await user.type(dialog.getByLabelText('Address'), 'https://chat.example.org/secret-path')
  await user.click(dialog.getByRole('checkbox', { name: 'warning' }))
  await user.click(dialog.getByRole('button', { name: 'Make channel' }))
  expect(await dialog.findByText(/^whsec_/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'I have copied it' }))
  const card = within(await screen.findByRole('article', { name: 'chat' }))
  expect(card.getByText('chat.example.org')).toBeVisible()
  expect(card.getByText('error, of all checks')).toBeVisible()
  expect(world.channels[0]?.url).toBe('https://chat.example.org/secret-path')
})

it('says what became of a test, and lists it', async () => {
  const { user, world } = renderConsole('/alerts', createTold())
  await user.click(await screen.findByRole('button', { name: 'Send a test: on call' }))
  expect(await screen.findByText('The test arrived')).toBeVisible()
  world.receiverStatus = 403
  await user.click(screen.getByRole('button', { name: 'Send a test: on call' }))
  expect(await screen.findByText('The test did not arrive')).toBeVisible()
  const log = within(await screen.findByRole('table', { name: 'Deliveries, newest first' }))
  expect(await log.findByText(/The receiver answered 403. “who are you\?”/)).toBeVisible()
  expect(log.getByText('delivered')).toBeVisible()
})

it('changes a channel and keeps what was not touched', async () => {
  const { user, world } = renderConsole('/alerts?open=edit&id=1', createTold())
  const dialog = within(await screen.findByRole('dialog', { name: 'Change channel' }))
  expect(dialog.getByLabelText('Address')).toHaveValue('https://hooks.example.org/hidden')
  expect(dialog.getByLabelText('Quiet from (UTC)')).toHaveValue('22:00')
  await user.click(dialog.getByRole('switch', { name: /^On/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Off')).toBeVisible()
  expect(world.channels[0]).toMatchObject({ enabled: false, checks: ['datanodes'] })
})

it('asks before it deletes', async () => {
  const { user, world } = renderConsole('/alerts', createTold())
  await user.click(await screen.findByRole('button', { name: 'Delete: on call' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this channel?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete channel' }))
  await waitFor(() => expect(world.channels).toEqual([]))
})

it('lets operators look and test, and viewers neither', async () => {
  const olga: Me = {
    username: 'olga',
    role: 'operator',
    hdfs_user: 'olga',
    origin: 'local',
    permissions: permissionsOf('operator'),
  }
  renderConsole('/alerts', createTold(olga))
  expect(await screen.findByRole('button', { name: 'Send a test: on call' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete: on call' })).toBeNull()
  expect(screen.getByRole('button', { name: 'New channel' })).toHaveAccessibleDescription(
    'Administrators make channels',
  )
})

it('tells viewers which role it takes', async () => {
  renderConsole('/alerts', createTold(VIEWER))
  expect(await screen.findByText('Alerts need the role operator')).toBeVisible()
})

it('rings the bell until it is read', async () => {
  const world = createWorld({ me: VIEWER })
  world.notices.push({
    key: 'datanodes',
    title: 'Datanodes live',
    page: '/datanodes',
    verdict: 'error',
    reason: 'b died',
    at: timeIn(world, 5_000),
    changes: 3,
    unread: true,
  })
  const { user } = renderConsole('/', world)
  await user.click(await screen.findByRole('button', { name: 'Notices: 1 unread' }))
  const list = within(await screen.findByRole('dialog', { name: /Notices/ }))
  expect(list.getByRole('link', { name: 'Datanodes live' })).toHaveAttribute('href', '/datanodes')
  expect(list.getByText(/error, changed 3 times, unread/)).toBeVisible()
  await user.click(list.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('button', { name: 'Notices' })).toBeVisible()
  await user.click(list.getByRole('link', { name: 'Datanodes live' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
