import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const address = (sql: string) => `/sql?sql=${encodeURIComponent(sql)}`

it('runs a statement, shows rows, freshness and cost, and keeps the query in the address', async () => {
  const { user, router } = renderConsole(address('SELECT owner FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  const table = await screen.findByRole('table', { name: 'Result' })
  expect(await within(table).findByText('alice')).toBeVisible()
  expect(screen.getByText(/Engine duckdb · up to date · 12 ms · 15 rows read/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Parquet' })).toHaveAttribute(
    'href',
    '/api/v1/sql/queries/1/file?kind=parquet',
  )
  expect(router.state.location.search).toEqual({ query: '1' })
})

it('says how old tables are that the feed does not keep', async () => {
  const { user } = renderConsole(address('SELECT count(*) FROM blocks'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText(/blocks complete as of/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'blocks' }))
  const note = await screen.findByText(/not read completely yet/)
  await waitFor(() => expect(note).toBeVisible())
})

it('runs a statement on the live metadata', async () => {
  const { user, router } = renderConsole(address('SELECT owner FROM inodes'))
  await user.click(await screen.findByRole('radio', { name: 'Live' }))
  await user.click(screen.getByRole('button', { name: 'Run' }))
  expect(await screen.findByText(/Engine ndb/)).toBeVisible()
  expect(router.state.location.search).toEqual({ query: '1', engine: 'ndb' })
})

it('says why a statement is refused, and why one failed', async () => {
  const refused = renderConsole(address('DROP VIEW inodes'))
  await refused.user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Only reading the published tables is allowed')).toBeVisible()
})

it('shows the error of a query that failed', async () => {
  const { user } = renderConsole(address('SELECT wrong FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('no column wrong')).toBeVisible()
})

it('cancels a query that takes long', async () => {
  const { user } = renderConsole(address('SELECT forever'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('The query was cancelled')).toBeVisible()
})

it('saves a statement and finds it again', async () => {
  const { user, router } = renderConsole(address('SELECT owner FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Save…' }))
  await user.type(await screen.findByLabelText('Name'), 'who owns what')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('open'))
  await user.click(screen.getByRole('tab', { name: 'Saved' }))
  expect(await screen.findByText('who owns what', { selector: 'p' })).toBeVisible()
})

it('opens an old query from the history', async () => {
  const { user, router } = renderConsole(address('SELECT owner FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  await screen.findByRole('table', { name: 'Result' })
  await router.navigate({ to: '/sql', search: { panel: 'history' } })
  await user.click(await screen.findByRole('button', { name: /^Open query 1:/ }))
  expect(await screen.findByRole('table', { name: 'Result' })).toBeVisible()
  expect(router.state.location.search).toEqual({ panel: 'history', query: '1' })
})

it('tells viewers what they need', async () => {
  renderConsole('/sql', createWorld({ me: VIEWER }))
  expect(await screen.findByText('SQL needs the role operator')).toBeVisible()
})

it('leads from a report into the search', async () => {
  const { user, router } = renderConsole('/reports')
  const main = await screen.findByRole('main')
  await user.click(await within(main).findByRole('link', { name: /Owners/ }))
  const table = await screen.findByRole('table', { name: 'Owners' })
  expect(await within(table).findByText('4 GiB')).toBeVisible()
  await user.click(within(table).getByRole('link', { name: 'alice' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'))
  expect(router.state.location.search).toEqual({ owner: 'alice' })
})

it('tells what a report costs where that is known', async () => {
  const world = createWorld({ me: ADMIN })
  world.price = { per_tb_month: 20, currency: 'EUR' }
  renderConsole('/reports?report=owners', world)
  const table = await screen.findByRole('table', { name: 'Owners' })
  expect(await within(table).findByRole('columnheader', { name: 'Cost a month' })).toBeVisible()
  expect(within(table).getByText('0.09 EUR')).toBeVisible()
})

it('prepares a job for the entries that a result names', async () => {
  const { user, router, world } = renderConsole(address('SELECT inode_id FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  await user.click(await screen.findByRole('button', { name: 'Prepare a job…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change owner…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change owner' })
  expect(within(dialog).getByText(/that 2 rows of query 1 name/)).toBeVisible()
  await user.type(within(dialog).getByLabelText('Owner'), 'finance')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]?.selection).toMatchObject({ by: 'sql_query', sql_query: { id: 1 } })
  expect(await screen.findByText('What the result of query 1 names')).toBeVisible()
})

it('prepares none for a result without inodes, and says why', async () => {
  const { user } = renderConsole(address('SELECT owner FROM inodes'))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByRole('button', { name: 'Prepare a job…' })).toHaveAccessibleDescription(
    'The result has no column inode_id',
  )
})
