import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, createWorld, recordAudit, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('sends a stranger to the login and back to where they wanted to go', async () => {
  const { user, router } = renderConsole('/files?path=/data', createWorld())
  await user.type(await screen.findByLabelText('User name'), 'admin')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('User name or password is wrong')).toBeVisible()

  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('link', { name: 'warehouse' })).toBeVisible()
  expect(router.state.location.search).toEqual({ path: '/data' })
})

it('never leaves the console after a login', async () => {
  const { user, router } = renderConsole('/login?next=//evil.example/', createWorld())
  await user.type(await screen.findByLabelText('User name'), 'admin')
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

it('offers the organisation’s login, and comes back to where one wanted to go', async () => {
  const world = createWorld()
  world.ssoName = 'Staff login'
  renderConsole('/login?next=/files?path=/a', world)
  const link = await screen.findByRole('link', { name: 'Log in with Staff login' })
  expect(link).toHaveAttribute('href', '/oidc/begin?next=%2Ffiles%3Fpath%3D%2Fa')
  expect(screen.getByLabelText('Password')).toBeVisible()
})

it('offers no login of an organisation where there is none', async () => {
  renderConsole('/login', createWorld())
  expect(await screen.findByLabelText('Password')).toBeVisible()
  expect(screen.queryByRole('link', { name: /Log in with/ })).not.toBeInTheDocument()
})

it.each([
  ['no_role', 'You have no role in Warren'],
  ['sso_unavailable', 'The organisation’s login can’t be asked'],
  ['nothing-known', 'The organisation’s login does not vouch for you'],
])('says why a login at the organisation failed: %s', async (code, title) => {
  renderConsole(`/login?refused=${code}`, createWorld())
  expect(await screen.findByRole('alert')).toHaveTextContent(title)
})

it('shows the state of the cluster', async () => {
  renderConsole('/')
  expect(await screen.findByText('Leader')).toBeVisible()
  expect(screen.getByText('nn2')).toBeVisible()
  expect(screen.getByText('402 GiB free')).toBeVisible()
  expect(screen.getByText('Following')).toBeVisible()
  expect(await screen.findByText('No jobs yet')).toBeVisible()
})

it('searches while typing, highlights, and goes to the entry', async () => {
  const { user, router } = renderConsole('/search')
  await user.type(await screen.findByPlaceholderText(/Search names/), 'part orders')
  expect(await screen.findByText('Nothing matches')).toBeVisible()
  await user.clear(screen.getByPlaceholderText(/Search names/))
  await user.type(screen.getByPlaceholderText(/Search names/), 'report')
  expect(await screen.findByText('1 match')).toBeVisible()
  expect(screen.getByText('report', { selector: 'mark' })).toBeVisible()
  expect(router.state.location.search).toEqual({ q: 'report' })
  await user.click(screen.getByRole('link', { name: 'report final (2).csv' }))
  expect(await screen.findByRole('complementary', { name: 'Details' })).toBeVisible()
  expect(router.state.location.search).toEqual({
    path: '/user/alice',
    details: '/user/alice/report final (2).csv',
  })
})

it('opens filters from a link and clears them', async () => {
  const { user, router } = renderConsole('/search?owner=alice&kind=directory')
  expect(await screen.findByText('2 matches')).toBeVisible()
  expect(screen.getByLabelText('Owner')).toHaveValue('alice')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Find anything by name')).toBeVisible()
  expect(router.state.location.search).toEqual({})
  expect(screen.getByLabelText('Owner')).toHaveValue('')
})

it('goes anywhere by Ctrl-K', async () => {
  const { user, router } = renderConsole('/tokens')
  await screen.findByText('No tokens yet')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText(/Go to a page/), 'résumé')
  expect(await screen.findByText('/user/alice/résumé 履歴書.pdf')).toBeVisible()
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      details: '/user/alice/résumé 履歴書.pdf',
    }),
  )
})

it('shows a token’s secret once, then revokes it', async () => {
  const { user, world } = renderConsole('/tokens')
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = await screen.findByRole('dialog', { name: 'New token' })
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  expect(await within(dialog).findByText('Say what the token is for')).toBeVisible()
  await user.type(within(dialog).getByLabelText('What it is for'), 'report')
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  expect(await within(dialog).findByText(/^wrn_/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByText(/^wrn_/)).not.toBeInTheDocument())

  await user.click(await screen.findByRole('button', { name: 'Revoke token report' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke this token?' })
  await user.click(within(question).getByRole('button', { name: 'Revoke token' }))
  expect(await screen.findByText('No tokens yet')).toBeVisible()
  expect(world.tokens).toHaveLength(0)
})

it('lets administrators see and revoke everybody’s tokens', async () => {
  const world = createWorld({ me: ADMIN })
  world.othersTokens.push({
    id: 71,
    name: 'nightly',
    username: 'olga',
    scopes: ['operate'],
    created_at: '2026-11-20T08:00:00.000Z',
    expires_at: '2027-01-01T08:00:00.000Z',
    last_used_at: null,
  })
  const { user, router } = renderConsole('/tokens', world)
  expect(await screen.findByText('No tokens yet')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Everybody’s' }))
  expect(await screen.findByRole('cell', { name: 'olga' })).toBeVisible()
  expect(router.state.location.search).toEqual({ of: 'everybody' })
  await user.click(screen.getByRole('button', { name: 'Revoke token nightly' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke this token?' })
  await user.click(within(question).getByRole('button', { name: 'Revoke token' }))
  await waitFor(() => expect(world.othersTokens).toHaveLength(0))
})

it('shows others their own tokens, whatever the address says', async () => {
  renderConsole('/tokens?of=everybody', createWorld({ me: VIEWER }))
  expect(await screen.findByText('No tokens yet')).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Everybody’s' })).not.toBeInTheDocument()
})

it('opens what an audited action changed', async () => {
  const world = createWorld({ me: ADMIN })
  recordAudit(world, { action: 'job.set_owner', path: '/data', after: { owner: 'finance' } })
  const { user, router } = renderConsole('/audit', world)
  expect(await screen.findByText('job.set_owner')).toBeVisible()
  await user.click(screen.getByRole('link', { expanded: false }))
  expect(await screen.findByText(/"owner": "finance"/)).toBeVisible()
  expect(router.state.location.search).toEqual({ entry: '1' })
})

it('ignores parameters in the address that make no sense', async () => {
  const { router } = renderConsole('/jobs?state=exploded&kind=7')
  expect(await screen.findByText('No jobs yet')).toBeVisible()
  expect(router.state.location.search.state).toBeUndefined()
})

it('narrows a search by what the hits have in common', async () => {
  const { user, router } = renderConsole('/search?q=report')
  await user.click(await screen.findByRole('button', { name: /^Only Owner ?alice/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'report owner:alice' }))
  await user.click(await screen.findByRole('button', { name: /^Only Owner ?hdfs/ }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: 'report owner:alice,hdfs' }),
  )
  expect(screen.getByRole('button', { name: /^Only Owner ?hdfs/, pressed: true })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take off Owner: alice' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'report owner:hdfs' }))
})

it('sorts matches by the heads of their columns', async () => {
  const { user, router } = renderConsole('/search?q=report')
  const sortBy = async (name: string) =>
    user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  const sort = () => router.state.location.search.sort
  await sortBy('Size')
  await waitFor(() => expect(sort()).toBe('-size'))
  expect(await screen.findByRole('columnheader', { name: /^Size/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await sortBy('Size')
  await waitFor(() => expect(sort()).toBe('size'))
  await sortBy('Size')
  await waitFor(() => expect(sort()).toBeUndefined())
})

it('completes conditions of a search, with values that the hits have', async () => {
  const { user, router } = renderConsole('/search?q=report')
  const query = await screen.findByLabelText('Name contains')
  await user.type(query, ' ow')
  await user.click(await screen.findByRole('option', { name: /^owner:/ }))
  expect(query).toHaveValue('report owner:')
  await user.type(query, 'al')
  await user.click(await screen.findByRole('option', { name: 'owner:alice' }))
  expect(query).toHaveValue('report owner:alice ')
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument())
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'report owner:alice ' }))
})

it('previews a match with the way to it, and keeps the chosen columns in the address', async () => {
  const { user, router } = renderConsole('/search?q=report')
  await user.click(await screen.findByRole('button', { name: /^Preview report/ }))
  const details = await screen.findByRole('complementary', { name: 'Details' })
  expect(within(details).getByRole('link', { name: 'alice' })).toHaveAttribute(
    'href',
    '/files?path=/user/alice',
  )
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Replication' }))
  expect(await screen.findByRole('columnheader', { name: 'Replication' })).toBeVisible()
  expect(router.state.location.search).toMatchObject({
    columns: 'size,owner,group,mode,mtime,replication',
    details: '/user/alice/report final (2).csv',
  })
})
