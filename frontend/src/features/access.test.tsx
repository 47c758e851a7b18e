import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from '~/api/auth'
import type { Session, User } from '~/api/schema'
import { ADMIN, createWorld, permissionsOf, VIEWER, type World } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function userOf(id: number, username: string, role: User['role']): User {
  return {
    id,
    username,
    role,
    hdfs_user: 'hdfs',
    is_active: true,
    origin: 'local',
    kind: 'person',
    owner: null,
    assignments: [],
    created_at: '2026-11-20T08:00:00.000Z',
    last_login: null,
    token_used_at: null,
    etag: `"${username}"`,
  }
}

function sessionOf(id: number, address: string, isCurrent = false): Session {
  return {
    id,
    address,
    client: FIREFOX,
    created_at: '2026-11-20T08:00:00.000Z',
    last_seen_at: '2026-11-20T09:00:00.000Z',
    expires_at: '2026-11-21T08:00:00.000Z',
    is_current: isCurrent,
  }
}

function createOffice(): World {
  const world = createWorld({ me: ADMIN })
  world.users.push(userOf(1, 'admin', 'admin'), userOf(2, 'olga', 'operator'))
  world.sessions.set(2, [sessionOf(22, '192.0.2.2'), sessionOf(21, '192.0.2.1')])
  world.sessions.set('own', [sessionOf(12, '192.0.2.7', true), sessionOf(11, '192.0.2.8')])
  return world
}

it('shows users to administrators alone', async () => {
  renderConsole('/users', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Administrators manage users')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Account' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Users' })).not.toBeInTheDocument()
})

it('filters users by what the address says', async () => {
  const { user, router } = renderConsole('/users?role=operator', createOffice())
  expect(await screen.findByRole('cell', { name: 'olga' })).toBeVisible()
  expect(screen.queryByRole('cell', { name: 'admin' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Users' })).toBeInTheDocument()
  await user.type(screen.getByLabelText('Name'), 'zoe')
  expect(await screen.findByText('Nothing matches the filters')).toBeVisible()
  expect(router.state.location.search).toEqual({ role: 'operator', name: 'zoe' })
})

it('adds a user, and says what is wrong with the password', async () => {
  const { user, world, router } = renderConsole('/users', createOffice())
  await user.click(await screen.findByRole('button', { name: 'New user' }))
  const dialog = await screen.findByRole('dialog', { name: 'New user' })
  expect(router.state.location.search).toEqual({ open: 'create' })
  await user.type(within(dialog).getByLabelText('User name'), 'vera')
  await user.type(within(dialog).getByLabelText('Password'), 'short')
  await user.click(within(dialog).getByRole('button', { name: 'Add user' }))
  expect(await within(dialog).findByText('This password is too short.')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Password'), ' no more')
  await user.click(within(dialog).getByRole('button', { name: 'Add user' }))
  expect(await screen.findByText('vera can log in as viewer.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Actions for vera' })).toBeVisible()
  expect(world.users[2]).toMatchObject({ username: 'vera', role: 'viewer', hdfs_user: 'vera' })
})

it('names what a lower role ends before it is given', async () => {
  const { user, world } = renderConsole('/users?user=2&open=role', createOffice())
  const dialog = await screen.findByRole('dialog', { name: 'Role of olga' })
  expect(within(dialog).getByRole('button', { name: 'Change role' })).toHaveAccessibleDescription(
    'This is the role already',
  )
  await user.click(within(dialog).getByRole('radio', { name: 'viewer' }))
  expect(within(dialog).getByText(/tokens that would do more are revoked/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('olga is viewer now.')).toBeVisible()
  expect(world.users[1]?.role).toBe('viewer')
})

it('keeps the last administrator, and says why', async () => {
  const { user, world } = renderConsole('/users?user=1&open=state', createOffice())
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate admin?' })
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate user' }))
  expect(await within(dialog).findByText('The last active administrator stays one')).toBeVisible()
  expect(world.users[0]?.is_active).toBe(true)
})

it('deactivates a user and lets the user back in', async () => {
  const { user, world } = renderConsole('/users', createOffice())
  await user.click(await screen.findByRole('button', { name: 'Actions for olga' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate olga?' })
  expect(within(dialog).getByText(/logged out everywhere/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate user' }))
  const row = screen.getByRole('row', { name: /olga/ })
  expect(await within(row).findByText('inactive')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Actions for olga' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reactivate…' }))
  await user.click(await screen.findByRole('button', { name: 'Reactivate user' }))
  await waitFor(() => expect(world.users[1]?.is_active).toBe(true))
})

it('sets a password for another', async () => {
  const { user, world } = renderConsole('/users?user=2&open=password', createOffice())
  const dialog = await screen.findByRole('dialog', { name: 'New password for olga' })
  await user.type(within(dialog).getByLabelText('New password'), 'a long enough one')
  await user.click(within(dialog).getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText('Password set')).toBeVisible()
  expect(world.sessions.get(2)).toEqual([])
})

it('ends one session of a user, then all', async () => {
  const { user, world } = renderConsole('/users?user=2&open=sessions', createOffice())
  const end = await screen.findByRole('button', {
    name: 'End session of Firefox on Linux from 192.0.2.1',
  })
  await user.click(end)
  expect(await screen.findByText(/from 192.0.2.1 is logged out at once/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'End session' }))
  await waitFor(() => expect(world.sessions.get(2)).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'End all sessions…' }))
  await user.click(await screen.findByRole('button', { name: 'End sessions' }))
  expect(await screen.findByText('Logged in nowhere')).toBeVisible()
})

it('shows where one is logged in, and ends all but this browser', async () => {
  const { user, world } = renderConsole('/account', createOffice())
  expect(await screen.findByText('This browser')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /End session of/ })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'End all others…' }))
  const dialog = await screen.findByRole('dialog', { name: 'End all other sessions?' })
  await user.click(within(dialog).getByRole('button', { name: 'End sessions' }))
  await waitFor(() => expect(world.sessions.get('own')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/192.0.2.8/)).not.toBeInTheDocument())
})

it('changes one’s own password', async () => {
  const { user, world } = renderConsole('/account', createOffice())
  const fill = async (current: string, next: string, again = next) => {
    for (const [label, text] of [
      ['Current password', current],
      ['New password', next],
      ['New password again', again],
    ] as const) {
      const field = await screen.findByLabelText(label, { exact: true })
      await user.clear(field)
      await user.type(field, text)
    }
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }
  await fill('wrong', 'a long enough one', 'another one')
  expect(await screen.findByText('This is not the same password')).toBeVisible()
  await fill('wrong', 'a long enough one')
  expect(await screen.findByText('This is not your password.')).toBeVisible()
  await fill('right', 'short')
  expect(await screen.findByText('This password is too short.')).toBeVisible()
  await fill('right', 'a long enough one')
  expect(await screen.findByText('Your other sessions have ended.')).toBeVisible()
  expect(world.sessions.get('own')).toHaveLength(1)
  expect(screen.getByLabelText('New password', { exact: true })).toHaveValue('')
})

it('leaves roles and passwords of a directory’s users to the directory', async () => {
  const world = createOffice()
  world.users.push({ ...userOf(3, 'ann', 'operator'), origin: 'ldap' })
  const { user } = renderConsole('/users', world)
  const row = (await screen.findByRole('cell', { name: 'ann' })).closest('tr')
  expect(row).toHaveTextContent('LDAP')
  await user.click(screen.getByRole('button', { name: 'Actions for ann' }))
  expect(await screen.findByText('LDAP keeps the role and the password')).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Change role…' })).toBeDisabled()
  expect(screen.getByRole('menuitem', { name: 'Set password…' })).toBeDisabled()
  expect(screen.getByRole('menuitem', { name: 'Deactivate…' })).toBeEnabled()
})

it('sends a directory’s user there for another password', async () => {
  renderConsole('/account', createWorld({ me: { ...ADMIN, origin: 'ldap' } }))
  expect(await screen.findByText(/kept by your organisation \(LDAP\)/)).toBeVisible()
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
})

it('gives a user a role below paths', async () => {
  const { user, world } = renderConsole('/users?open=assignments&user=2', createOffice())
  const dialog = await screen.findByRole('dialog', { name: 'Further roles of olga' })
  expect(within(dialog).getByText(/olga is operator everywhere/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Add a role' }))
  await user.type(within(dialog).getByLabelText('Only at and below'), '/a//b/{Enter}/c')
  await user.click(within(dialog).getByRole('button', { name: 'Change roles' }))
  expect(await screen.findByText('operator below /a/b, /c')).toBeVisible()
  expect(world.users[1]?.assignments).toEqual([
    { role: 'operator', paths: ['/a/b', '/c'], group: null },
  ])
})

it('changes a user’s roles only on the state that was seen', async () => {
  const { user, world } = renderConsole('/users?open=assignments&user=2', createOffice())
  const dialog = within(await screen.findByRole('dialog', { name: 'Further roles of olga' }))
  await user.click(dialog.getByRole('button', { name: 'Add a role' }))
  await user.type(dialog.getByLabelText('Only at and below'), '/a')
  world.users = world.users.map((each) =>
    each.id === 2 ? { ...each, is_active: false, etag: '"another"' } : each,
  )
  await user.click(dialog.getByRole('button', { name: 'Change roles' }))
  await user.click(await dialog.findByRole('button', { name: 'Load the new state' }))
  expect(await dialog.findByText(/^This is the new state, with what you typed/)).toBeVisible()
  expect(world.users[1]?.assignments).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Change roles' }))
  expect(await screen.findByText('operator below /a')).toBeVisible()
  expect(world.users[1]).toMatchObject({
    is_active: false,
    assignments: [{ role: 'operator', paths: ['/a'], group: null }],
  })
})

it('makes a role of chosen permissions, and says why one can’t be deleted', async () => {
  const { user, world } = renderConsole('/users?tab=roles', createOffice())
  expect(await screen.findByRole('cell', { name: /viewer built in/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New role' }))
  const dialog = await screen.findByRole('dialog', { name: 'New role' })
  await user.type(within(dialog).getByLabelText('Name'), 'keeper')
  await user.click(within(dialog).getByRole('button', { name: 'Add role' }))
  expect(within(dialog).getByText('Choose at least one')).toBeVisible()
  expect(within(dialog).queryByLabelText('May manage users')).not.toBeInTheDocument()
  await user.click(within(dialog).getByLabelText('May set quotas'))
  await user.click(within(dialog).getByRole('button', { name: 'Add role' }))
  expect(await screen.findByRole('cell', { name: 'keeper' })).toBeVisible()
  const [role] = world.roles
  expect(role?.permissions).toEqual(['set_quotas'])
  if (role) role.users = 1
  await user.click(screen.getByRole('button', { name: 'Actions for keeper' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete role' }))
  expect(await screen.findByText('The role is given to somebody')).toBeVisible()
})

it('has a group give a role', async () => {
  const { user, world } = renderConsole('/users?tab=groups', createOffice())
  expect(await screen.findByText('No group gives a further role')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New role of a group' }))
  const dialog = await screen.findByRole('dialog', { name: 'Role of a group' })
  await user.type(within(dialog).getByLabelText('Group'), 'data')
  await user.click(within(dialog).getByRole('button', { name: 'Give role' }))
  expect(await screen.findByRole('cell', { name: 'data' })).toBeVisible()
  expect(world.groupAssignments).toMatchObject([{ group: 'data', role: 'operator', paths: null }])
  await user.click(screen.getByRole('button', { name: 'Take operator from data' }))
  await user.click(await screen.findByRole('button', { name: 'Take role' }))
  expect(await screen.findByText('No group gives a further role')).toBeVisible()
})

it('makes a service account and a token of it', async () => {
  const { user, world } = renderConsole('/users?tab=service', createOffice())
  expect(await screen.findByText('No program has an account yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New service account' }))
  const dialog = await screen.findByRole('dialog', { name: 'New service account' })
  await user.type(within(dialog).getByLabelText('Name'), 'etl')
  expect(within(dialog).getByLabelText('Owner')).toHaveValue('admin')
  await user.click(within(dialog).getByRole('button', { name: 'Add service account' }))
  expect(await screen.findByRole('row', { name: /etl/ })).toBeVisible()
  expect(world.users.at(-1)).toMatchObject({ kind: 'service', owner: 'admin' })
  await user.click(screen.getByRole('button', { name: 'Actions for etl' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New token…' }))
  await user.type(await screen.findByLabelText('What it is for'), 'nightly')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText('warren_of_a_program')).toBeVisible()
})

it('opens to who may act below a path what is there, and says what is elsewhere', async () => {
  const sam: Me = { ...VIEWER, username: 'sam', permissions: permissionsOf('operator', ['/user']) }
  const { user } = renderConsole('/files?path=/user', createWorld({ me: sam }))
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  expect(await screen.findByRole('menuitem', { name: /Set quota/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(screen.queryByRole('link', { name: 'Users' })).not.toBeInTheDocument()
})

it('tells on the page Account what holds below paths', async () => {
  const sam: Me = { ...VIEWER, username: 'sam', permissions: permissionsOf('operator', ['/user']) }
  renderConsole('/account', createWorld({ me: sam }))
  expect(await screen.findByText('What you may do below some paths')).toBeVisible()
  expect(screen.getAllByText('/user').length).toBeGreaterThan(3)
})
