import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from '~/api/auth'
import { guardRule } from '~/test/platform/guard'
import { ADMIN, createWorld, permissionsOf, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('makes a rule, changes it and deletes it', async () => {
  const { user, world, router } = renderConsole('/guard', createWorld({ me: ADMIN }))
  expect(await screen.findByText('No job needs a second person')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New rule' }))
  expect(router.state.location.search).toEqual({ open: 'create-rule' })
  const made = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await user.click(made.getByRole('button', { name: 'Make rule' }))
  expect(await made.findByText('Name it')).toBeVisible()
  await user.type(made.getByLabelText('Name'), 'finance')
  await user.type(made.getByLabelText('Path'), '/data/finance')
  await user.type(made.getByLabelText('GiB, or more'), '1.5')
  await user.click(made.getByRole('button', { name: 'Make rule' }))
  const text = 'jobs of any kind, at, below or above /data/finance, of 1.5 GiB or more'
  expect(await screen.findByText(text)).toBeVisible()
  expect(world.guardRules[0]).toMatchObject({ size_bytes_min: 1.5 * 2 ** 30, inodes_min: null })

  await user.click(screen.getByRole('button', { name: 'Change: finance' }))
  const changed = within(await screen.findByRole('dialog', { name: 'Change rule' }))
  expect(changed.getByLabelText('Path')).toHaveValue('/data/finance')
  await user.click(changed.getByRole('switch', { name: 'On' }))
  await user.click(changed.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Off')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Delete: finance' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Delete this rule?' }))
  await user.click(asked.getByRole('button', { name: 'Delete rule' }))
  await waitFor(() => expect(world.guardRules).toEqual([]))
})

it('keeps what was typed when somebody else changed the rule meanwhile', async () => {
  const world = createWorld({ me: ADMIN })
  world.guardRules.push(guardRule(world, { name: 'finance', path_prefix: '/data/finance' }))
  const { user } = renderConsole('/guard', world)
  await user.click(await screen.findByRole('button', { name: 'Change: finance' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change rule' }))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'books')
  world.guardRules = [guardRule(world, { id: 1, name: 'finance', path_prefix: '/data/all' })]
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Somebody else changed this meanwhile')).toBeVisible()
  expect(dialog.getByLabelText('Path')).toHaveValue('/data/finance')
  expect(world.guardRules[0]?.name).toBe('finance')

  await user.click(dialog.getByRole('button', { name: 'Load the new state' }))
  expect(await dialog.findByText(/^This is the new state, with what you typed/)).toBeVisible()
  expect(dialog.getByLabelText('Path')).toHaveValue('/data/all')
  expect(dialog.getByLabelText('Name')).toHaveValue('books')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(world.guardRules[0]?.name).toBe('books'))
  expect(world.guardRules[0]?.path_prefix).toBe('/data/all')
})

it('lets operators look', async () => {
  const me: Me = { ...VIEWER, role: 'operator', permissions: permissionsOf('operator') }
  const world = createWorld({ me })
  world.guardRules.push(guardRule(world, { name: 'all' }))
  renderConsole('/guard', world)
  expect(await screen.findByText('jobs of any kind')).toBeVisible()
  expect(screen.getByRole('button', { name: 'New rule' })).toHaveAccessibleDescription(
    'Administrators make rules',
  )
  expect(screen.queryByRole('button', { name: 'Change: all' })).toBeNull()
})

it('tells viewers which role it takes', async () => {
  renderConsole('/guard', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Your roles don’t show the guard')).toBeVisible()
})

it('makes a window that holds now, and lifts it', async () => {
  const { user, world } = renderConsole('/guard', createWorld({ me: ADMIN }))
  expect(await screen.findByText('Jobs may begin at any time')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New window' }))
  const made = within(await screen.findByRole('dialog', { name: 'New window' }))
  await user.type(made.getByLabelText('Name'), 'closing of the books')
  await user.click(made.getByRole('button', { name: 'Make window' }))
  expect(await made.findAllByText('Give a time')).toHaveLength(2)
  await user.type(made.getByLabelText('From (UTC)'), '2020-01-01T00:00')
  await user.type(made.getByLabelText('to (UTC)'), '2100-01-01T00:00')
  await user.click(made.getByRole('switch', { name: /Running jobs stand still/ }))
  await user.click(made.getByRole('button', { name: 'Make window' }))
  expect(await screen.findByText(/^holds until/)).toBeVisible()
  expect(world.windows[0]).toMatchObject({
    starts_at: '2020-01-01T00:00:00Z',
    weekdays: [],
    holds_running: true,
  })
  await user.click(screen.getByRole('button', { name: 'Lift: closing of the books' }))
  expect(await screen.findByText(/^lifted until/)).toBeVisible()
})

it('makes a weekly window and says when it holds', async () => {
  const { user, world } = renderConsole('/guard?open=create-window', createWorld({ me: ADMIN }))
  const made = within(await screen.findByRole('dialog', { name: 'New window' }))
  await user.type(made.getByLabelText('Name'), 'nights')
  await user.click(made.getByRole('radio', { name: 'Weekly' }))
  await user.click(made.getByRole('checkbox', { name: 'Fri' }))
  await user.type(made.getByLabelText('at (UTC)'), '22:30')
  await user.type(made.getByLabelText('for hours'), '8')
  await user.click(made.getByRole('button', { name: 'Make window' }))
  expect(await screen.findByText('Fri from 22:30 for 8 hours')).toBeVisible()
  expect(world.windows[0]).toMatchObject({
    weekdays: [4],
    start_minute: 1350,
    duration_minutes: 480,
    starts_at: null,
  })
})

it('limits a role', async () => {
  const { user, world } = renderConsole('/guard', createWorld({ me: ADMIN }))
  const card = within(await screen.findByRole('form', { name: 'All others' }))
  await user.type(card.getByLabelText('Entries of one job'), '1000')
  await user.click(card.getByRole('button', { name: 'Set limits: All others' }))
  await waitFor(() => expect(world.roleLimits[0]?.inodes_max).toBe(1000))
  expect(world.roleLimits[0]?.jobs_max).toBeNull()
})

it('sets a limit over one that somebody else set meanwhile only when that was seen', async () => {
  const { user, world } = renderConsole('/guard', createWorld({ me: ADMIN }))
  const card = within(await screen.findByRole('form', { name: 'All others' }))
  await user.type(card.getByLabelText('Entries of one job'), '1000')
  Object.assign(world.roleLimits[0] ?? {}, { jobs_max: 3, inodes_max: 5, etag: '"another"' })
  const set = card.getByRole('button', { name: 'Set limits: All others' })
  await user.click(set)
  await user.click(await card.findByRole('button', { name: 'Load the new state' }))
  await waitFor(() => expect(card.getByLabelText('Jobs at once, of one user')).toHaveValue('3'))
  expect(card.getByLabelText('Entries of one job')).toHaveValue('1,000')
  await user.click(set)
  await waitFor(() => expect(world.roleLimits[0]).toMatchObject({ inodes_max: 1000, jobs_max: 3 }))
})
