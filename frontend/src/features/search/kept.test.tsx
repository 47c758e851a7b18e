import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderConsole } from '~/test/render'

it('saves a search and opens it again', async () => {
  const { user, router } = renderConsole('/search?q=part&owner=etl')
  await user.click(await screen.findByRole('button', { name: 'Save…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save the search' })
  expect(within(dialog).getByText('part owner:etl')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Name'), 'parts of etl')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('open'))
  await router.navigate({ to: '/search', search: {} })
  await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
  await user.click(await screen.findByRole('menuitem', { name: /^parts of etl/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'part owner:etl' }))
})

it('exports matches and gives the file', async () => {
  const { user } = renderConsole('/search?q=part&open=export')
  const dialog = await screen.findByRole('dialog', { name: 'Export matches' })
  await user.click(within(dialog).getByRole('button', { name: 'Export' }))
  const link = await within(dialog).findByRole('link', { name: 'search-1.csv' }, { timeout: 5_000 })
  expect(link).toHaveAttribute('href', '/api/v1/search/exports/1/file')
  expect(within(dialog).getByText(/3 rows/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Delete export search-1.csv' }))
  const question = within(dialog).getByRole('group', { name: 'Delete search-1.csv?' })
  expect(within(dialog).getByRole('link', { name: 'search-1.csv' })).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Delete search-1.csv' }))
  await waitFor(() => expect(within(dialog).queryByRole('link')).not.toBeInTheDocument())
})

it('prepares a job for all matches', async () => {
  const { user, router, world } = renderConsole('/search?q=part&owner=etl')
  await user.click(await screen.findByRole('button', { name: 'Change all…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change owner…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change owner' })
  expect(within(dialog).getByText('part owner:etl')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Owner'), 'finance')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]).toMatchObject({
    dry_run: true,
    parameters: { owner: 'finance' },
    selection: { by: 'search', q: 'part owner:etl' },
  })
  expect(await screen.findByText('All that “part owner:etl” finds')).toBeVisible()
})

it('offers no deletion without the trash for matches', async () => {
  renderConsole('/search?q=part&job=delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(within(dialog).getByLabelText('Move to the trash')).toBeChecked()
  expect(within(dialog).queryByLabelText('Delete for good')).toBeNull()
  expect(within(dialog).getByText(/takes along what is in it/)).toBeVisible()
})

it('prepares a job for the matches that are ticked', async () => {
  const { user, router, world } = renderConsole('/search?q=part')
  const [first, second] = await screen.findAllByRole('checkbox', { name: /^Tick / })
  if (!first || !second) throw new Error('There are fewer matches')
  await user.click(first)
  await user.click(second)
  await user.click(second)
  await user.click(await screen.findByRole('button', { name: 'Change 1 ticked…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(within(dialog).getByText('1 match, ticked one by one')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]?.selection).toMatchObject({ by: 'inode_ids', asked: 1 })
})

it('prepares a job for a saved search', async () => {
  const { user, router, world } = renderConsole('/search?q=part&owner=etl&open=save')
  const save = await screen.findByRole('dialog', { name: 'Save the search' })
  await user.type(within(save).getByLabelText('Name'), 'parts of etl')
  await user.click(within(save).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('open'))
  await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Prepare a job for parts of etl…' }))
  const kinds = await screen.findByRole('dialog', { name: 'Prepare a job' })
  expect(within(kinds).getByText('part owner:etl')).toBeVisible()
  await user.click(within(kinds).getByRole('button', { name: 'Change owner…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change owner' })
  await user.type(within(dialog).getByLabelText('Owner'), 'finance')
  await user.click(within(dialog).getByRole('button', { name: 'Start dry run' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/1'))
  expect(world.jobs[0]?.selection).toMatchObject({ by: 'search', saved_search: { id: 1 } })
})

it('says that a saved search is gone for which a job was to be prepared', async () => {
  renderConsole('/search?saved=77&job=delete')
  const dialog = await screen.findByRole('dialog', { name: 'Prepare a job' })
  expect(await within(dialog).findByText('No such saved search')).toBeVisible()
})
