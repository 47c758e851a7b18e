import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { entryAt } from '~/test/platform/tree'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { aclProblem, changesOf, hasBit, withBit } from './permission-draft'

async function openMenu(user: ReturnType<typeof renderConsole>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

it('makes a directory, and tells of a name that is taken', async () => {
  const world = createWorld({ me: ADMIN })
  const { user, router } = renderConsole('/files?path=/data', world)
  await openMenu(user, 'New directory…')
  expect(router.state.location.search).toEqual({ path: '/data', act: 'directory' })
  const dialog = await screen.findByRole('dialog', { name: 'New directory' })
  await user.type(within(dialog).getByLabelText('Name'), 'raw')
  await user.click(within(dialog).getByRole('button', { name: 'Make it' }))
  expect(await within(dialog).findByText('Something has this name already')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Name'), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Make it' }))
  expect(await screen.findByRole('link', { name: 'raw2' })).toBeVisible()
  expect(world.tree.get('/data/raw2')?.mode).toBe('0755')
})

it('moves a directory, and follows it', async () => {
  const world = createWorld({ me: ADMIN })
  const { user, router } = renderConsole('/files?path=/data/empty', world)
  await openMenu(user, 'Rename or move…')
  const to = await screen.findByLabelText(/New path/)
  await user.clear(to)
  await user.type(to, '/data/moved/')
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ path: '/data/moved' }))
  expect(world.tree.has('/data/empty')).toBe(false)
})

it('changes permissions by boxes, and the ACL by lines', async () => {
  const world = createWorld({ me: ADMIN })
  const { user } = renderConsole('/files?path=/data/empty', world)
  await openMenu(user, 'Permissions…')
  const others = within(await screen.findByRole('group', { name: 'Others' }))
  await user.click(others.getByLabelText('may read'))
  expect(screen.getByLabelText('Mode')).toHaveValue('0751')
  const acl = screen.getByLabelText('ACL')
  await user.type(acl, 'ann')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByText(/“ann” is no entry/)).toBeVisible()
  await user.clear(acl)
  await user.type(acl, 'user:ann:r-x')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(entryAt(world.tree, '/data/empty').mode).toBe('0751'))
})

it('uploads files, and overwrites only when told so', async () => {
  const world = createWorld({ me: ADMIN })
  const { user } = renderConsole('/files?path=/data/empty&act=upload', world)
  const dialog = await screen.findByRole('dialog', { name: 'Upload files' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  expect(input).not.toBeNull()
  if (input) await user.upload(input, [new File(['abc'], 'a.txt'), new File(['de'], 'b.txt')])
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(world.contents.get('/data/empty/b.txt')).toBe('de'))
  expect(world.contents.get('/data/empty/a.txt')).toBe('abc')
})

it('says why somebody can’t', async () => {
  const { user } = renderConsole('/files?path=/data', createWorld({ me: VIEWER }))
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  const item = await screen.findByRole('menuitem', { name: 'Upload files…' })
  expect(item).toHaveAttribute('aria-description', expect.stringContaining('viewer'))
})

it('sends what is otherwise alone', () => {
  const before = {
    path: '/a',
    kind: 'file' as const,
    owner: 'ann',
    group: 'staff',
    mode: '0640',
    acl: [],
    etag: '"1"',
  }
  expect(changesOf(before, { mode: '640', owner: 'ann', group: 'ops', acl: '' })).toEqual({
    group: 'ops',
  })
  expect(aclProblem('default:group:ops:rwx\n\nuser:ann:r--')).toBeNull()
  expect(withBit('0640', 0o4, true)).toBe('0644')
  expect(hasBit('1777', 0o200)).toBe(true)
})
