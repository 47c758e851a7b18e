import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { http } from '~/test/platform/http'
import { entryAt } from '~/test/platform/tree'
import { createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'

it('walks into directories and back by the breadcrumbs', async () => {
  const { user, router } = renderConsole('/files')
  await user.click(await screen.findByRole('link', { name: 'data' }))
  await user.click(await screen.findByRole('link', { name: 'warehouse' }))
  expect(await screen.findByRole('link', { name: 'orders' })).toBeVisible()
  expect(router.state.location.search).toEqual({ path: '/data/warehouse' })

  const path = screen.getByRole('navigation', { name: 'Path' })
  await user.click(within(path).getByRole('link', { name: 'Root directory' }))
  expect(await screen.findByRole('link', { name: 'tmp' })).toBeVisible()
})

it('tells what is in directories, and their shares', async () => {
  renderConsole('/files?path=/data/warehouse')
  const orders = (await screen.findByRole('link', { name: 'orders' })).closest('tr')
  expect(orders).not.toBeNull()
  const cells = within(orders ?? document.body).getAllByRole('cell')
  expect(cells[2]?.getAttribute('title')).toMatch(/^12 files, 3 directories, /)
  expect(cells[2]).toHaveTextContent(/GiB$/)
  expect(cells[3]).toHaveTextContent(/^12$/)
  expect(cells[4]).toHaveTextContent(/^\d+(\.\d)? %$/)
  expect(await screen.findByText(/in 36 files and 12 directories/)).toBeVisible()
})

it('orders contents by a header, keeps that on the way down, and goes back to names', async () => {
  const { user, router } = renderConsole('/files?path=/data')
  const byName = await screen.findByRole('table', { name: 'Contents of /data' })
  await screen.findByRole('link', { name: 'warehouse' })
  await user.click(within(byName).getByRole('button', { name: 'Size' }))
  await screen.findByRole('table', { name: 'Contents of /data, largest first' })
  expect(router.state.location.search).toEqual({ path: '/data', order: 'length' })
  await user.click(await screen.findByRole('link', { name: 'warehouse' }))
  const inside = await screen.findByRole('table', {
    name: 'Contents of /data/warehouse, largest first',
  })
  await user.click(within(inside).getByRole('button', { name: 'Files' }))
  expect(router.state.location.search).toEqual({ path: '/data/warehouse', order: 'files' })
  await user.click(screen.getByRole('link', { name: 'List by name' }))
  expect(router.state.location.search).toEqual({ path: '/data/warehouse' })
  expect(await screen.findByRole('table', { name: 'Contents of /data/warehouse' })).toBeVisible()
})

it('lists by name alone for viewers, and says why', async () => {
  renderConsole('/files?path=/data&order=length', createWorld({ me: VIEWER }))
  const table = await screen.findByRole('table', { name: 'Contents of /data' })
  expect(await screen.findByText(/Other orders need the role operator/)).toBeVisible()
  expect(within(table).queryByRole('button', { name: 'Size' })).not.toBeInTheDocument()
})

it('shows no size where none is told', async () => {
  renderConsole('/files')
  server.use(
    http.get('/api/v1/namespace/children', ({ response }) =>
      response(200).json({
        items: [entryAt(createWorld().tree, '/data')],
        next_cursor: null,
        as_of: new Date().toISOString(),
      }),
    ),
  )
  const data = (await screen.findByRole('link', { name: 'data' })).closest('tr')
  const cells = within(data ?? document.body).getAllByRole('cell')
  expect(cells[2]).toHaveTextContent('–')
  expect(cells[2]?.getAttribute('title')).toMatch(/^Not known at once/)
})

it('pages on the server, and forth and back', async () => {
  const { user, router } = renderConsole('/files?path=/data/raw/logs')
  expect(await screen.findByText('access-0000.log.gz')).toBeVisible()
  // By label: looking for roles in a hundred rows is slow in jsdom.
  const pager = within(screen.getByLabelText('Pages'))
  const button = (name: string) => pager.getByRole('button', { name })
  expect(pager.getByRole('status')).toHaveTextContent('1–100 entries')
  expect(button('Previous')).toHaveAccessibleDescription('This is the first page')

  await user.click(button('Next'))
  expect(await screen.findByText('access-0100.log.gz')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ cursor: '100' })
  await user.click(button('Next'))
  expect(await screen.findByText('access-0259.log.gz')).toBeVisible()
  expect(button('Next')).toHaveAttribute('aria-disabled', 'true')

  await user.click(button('Previous'))
  expect(await screen.findByText('access-0100.log.gz')).toBeVisible()
  await user.click(button('First'))
  expect(await screen.findByText('access-0000.log.gz')).toBeVisible()
  expect(router.state.location.search).not.toHaveProperty('cursor')
})

it('moves with the keyboard', async () => {
  const { user, router } = renderConsole('/files?path=/data/warehouse/orders')
  const first = await screen.findByRole('link', { name: 'month=2026-01' })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('link', { name: 'month=2026-03' })).toHaveFocus()
  await user.keyboard('{Home} ')
  expect(await screen.findByRole('complementary', { name: 'Details' })).toBeVisible()
  expect(router.state.location.search).toMatchObject({
    details: '/data/warehouse/orders/month=2026-01',
  })
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(router.state.location.search).toEqual({ path: '/data/warehouse' }))
})

it('shows details with usage and quota', async () => {
  renderConsole('/files?path=/user&details=/user/alice')
  const details = await screen.findByRole('complementary', { name: 'Details' })
  expect(await within(details).findByText('rwx------')).toBeVisible()
  expect(await within(details).findByText('100 % used')).toBeVisible()
})

it('shows control characters in names instead of obeying them', async () => {
  renderConsole('/files?path=/user/alice')
  expect(await screen.findByText('two␊lines.txt')).toBeVisible()
})

it('tells an empty directory from one that is not there', async () => {
  const { router } = renderConsole('/files?path=/data/empty')
  expect(await screen.findByText('This directory is empty')).toBeVisible()
  await router.navigate({ to: '/files', search: { path: '/no/such' } })
  expect(await screen.findByText('No such file or directory')).toBeVisible()
})

it('leads from a directory to who fills it', async () => {
  const { user, router } = renderConsole('/files?path=/data/raw')
  await user.click(await screen.findByRole('link', { name: 'Who fills it' }))
  expect(await screen.findByRole('heading', { name: 'Usage' })).toBeVisible()
  expect(router.state.location.search).toEqual({ path: '/data/raw' })
})

it('shows the heat of a directory, and leads to who works there', async () => {
  const { user, router } = renderConsole('/files?path=/&details=/data')
  const details = await screen.findByRole('complementary', { name: 'Details' })
  expect(await within(details).findByRole('heading', { name: 'Heat of ten minutes' })).toBeVisible()
  expect(details).toHaveTextContent('7,000')
  await user.click(within(details).getByRole('link', { name: 'Who works here' }))
  expect(router.state.location.search).toEqual({ by: 'directory', key: '/data', window: '10m' })
  expect(await screen.findByRole('table', { name: 'Users of /data' })).toBeVisible()
})

it('shows viewers no heat', async () => {
  renderConsole('/files?path=/&details=/data', createWorld({ me: VIEWER }))
  const details = await screen.findByRole('complementary', { name: 'Details' })
  expect(await within(details).findByRole('heading', { name: 'Usage and quota' })).toBeVisible()
  expect(within(details).queryByRole('heading', { name: /^Heat/ })).not.toBeInTheDocument()
})

it('says why a viewer can’t act', async () => {
  const { user } = renderConsole('/files', createWorld({ me: VIEWER }))
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  const item = await screen.findByRole('menuitem', { name: 'Change owner…' })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(item).toHaveAccessibleDescription(/Your role is viewer/)
})

it('keeps the root from being deleted, and says so', async () => {
  const { user } = renderConsole('/files')
  await screen.findByRole('link', { name: 'data' })
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  const item = await screen.findByRole('menuitem', { name: 'Delete…' })
  expect(item).toHaveAccessibleDescription('The root directory can’t be deleted')
})

it('explains a refusal in the platform’s words and recovers on “Try again”', async () => {
  const { user } = renderConsole('/files?path=/data')
  server.use(
    http.untyped.get(
      '*/api/v1/namespace/children',
      () =>
        HttpResponse.json(
          { title: 'Permission denied', status: 403, detail: 'Ask for read access to /data.' },
          { status: 403 },
        ),
      { once: true },
    ),
  )
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Permission denied')
  expect(alert).toHaveTextContent('Ask for read access to /data.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'warehouse' })).toBeVisible()
})
