import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { http, problem } from '~/test/platform/http'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'

const tableOf = (many = 'Users', order = 'most space first') =>
  screen.findByRole('table', { name: `${many} of the file system, ${order}` })

it('shows users or groups in the order of a header, kept in the address', async () => {
  const { user, router } = renderConsole('/owners')
  const users = await tableOf()
  expect(await within(users).findByRole('link', { name: 'etl' })).toBeVisible()
  await user.click(within(users).getByRole('button', { name: 'User' }))
  await tableOf('Users', 'by name')
  await user.click(screen.getByRole('radio', { name: 'Groups' }))
  await tableOf('Groups', 'by name')
  expect(router.state.location.search).toEqual({ whose: 'group', sort: 'name' })
})

it('turns an order round by a second click', async () => {
  const { user, router } = renderConsole('/owners')
  const users = await tableOf()
  await user.click(within(users).getByRole('button', { name: /^Space/ }))
  await tableOf('Users', 'most space first, the other way round')
  expect(router.state.location.search).toEqual({ sort: 'space', direction: 'asc' })
  await user.click(within(users).getByRole('button', { name: 'User' }))
  await tableOf('Users', 'by name')
  expect(router.state.location.search).toEqual({ sort: 'name' })
})

it('tells where one has most, how old it is, and leads to these files', async () => {
  const { user, router } = renderConsole('/owners')
  await user.click(await screen.findByRole('link', { name: 'etl' }))
  expect(router.state.location.search).toEqual({ name: 'etl' })
  const where = await screen.findByRole('table', { name: 'Where what etl owns is, by space' })
  expect(screen.getByRole('link', { name: 'Usage of /data' })).toBeVisible()
  expect(within(where).getByRole('row', { name: /^\/data besides those listed/ })).toBeVisible()
  const ages = screen.getByRole('table', { name: 'How old what etl owns is' })
  expect(within(ages).getByRole('link', { name: '90 days to a year' })).toBeVisible()
  // No search leaves those out that are listed besides.
  await user.click(within(where).getByRole('link', { name: '/data' }))
  expect(router.state.location.pathname).toBe('/sql')
  expect(String(router.state.location.search.sql)).toMatch(
    /owner = 'etl' AND starts_with\(path, '\/data\/'\) AND NOT starts_with\(path, '\/data\//,
  )
})

it('looks for what of one is of an age', async () => {
  const { user, router } = renderConsole('/owners?name=etl')
  await user.click(await screen.findByRole('link', { name: '90 days to a year' }))
  expect(router.state.location.search).toMatchObject({ owner: 'etl', kind: 'file' })
  expect(router.state.location.search.modified_from).toMatch(/^\d{4}-\d\d-\d\d$/)
})

it('tells what it costs where that is known', async () => {
  const world = createWorld({ me: ADMIN })
  world.price = { per_tb_month: 20, currency: 'EUR' }
  renderConsole('/owners', world)
  const table = await tableOf()
  expect(await within(table).findByRole('columnheader', { name: 'Cost a month' })).toBeVisible()
})

it('says when nobody has that name', async () => {
  renderConsole('/owners?name=nobody')
  expect(await screen.findByText('No such owner')).toBeVisible()
})

it('says why adding up was given up', async () => {
  renderConsole('/owners')
  server.use(
    http.get('/api/v1/usage/owners', ({ response }) =>
      response.untyped(problem(503, 'usage_timed_out', 'Adding up took too long')),
    ),
  )
  expect(await screen.findByText('Adding up took too long')).toBeVisible()
})

it('tells viewers why it shows them nothing', async () => {
  renderConsole('/owners', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Owners need the role operator')).toBeVisible()
})
