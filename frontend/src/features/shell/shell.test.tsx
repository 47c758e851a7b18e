import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError, mayAskAgain, toApiError } from '~/api/problem'
import { createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('lists the shortcuts when asked, but not while somebody writes', async () => {
  const { user } = renderConsole('/search')
  await user.type(await screen.findByRole('textbox', { name: 'Name contains' }), '?')
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  await user.click(document.body)
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

it('runs commands that the role allows from the palette', async () => {
  const { user, router } = renderConsole('/', createWorld({ me: VIEWER }))
  await user.click(await screen.findByRole('button', { name: /^Go to…/ }))
  const field = await screen.findByLabelText('Go to a page, a path or a file')
  await user.type(field, 'new')
  expect(screen.queryByText('New user…')).toBeNull()
  expect(screen.queryByText('New quota…')).toBeNull()
  await user.click(await screen.findByText('New token…'))
  await waitFor(() => expect(router.state.location.href).toBe('/tokens?open=create'))
})

it('opens the palette by its keys before its code is there', async () => {
  const { user } = renderConsole('/tokens')
  await screen.findByRole('button', { name: /^Go to…/ })
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByLabelText('Go to a page, a path or a file')).toBeVisible()
})

it('opens the account, whose code comes late, and gives the focus back', async () => {
  const { user, router } = renderConsole('/tokens')
  const account = await screen.findByRole('button', { name: /^Account/ })
  account.focus()
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: /^Account/ })
  expect(account).toHaveAttribute('aria-expanded', 'true')
  expect(account.getAttribute('aria-controls')).toBe(menu.id)
  // Whichever menu is there now: on a busy machine the page behind it may arrive meanwhile.
  await waitFor(() =>
    expect(document.activeElement?.closest('[role="menu"]')).toHaveAttribute('id', menu.id),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(account).toHaveFocus())
  expect(account).toHaveAttribute('aria-expanded', 'false')
  await user.click(account)
  await user.click(await screen.findByRole('menuitem', { name: 'Password and sessions' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
})

it('says on every page that files are read-only', async () => {
  const world = createWorld({ me: VIEWER })
  world.readOnly = { since: '2026-03-01T10:00:00Z', by: 'hdfs' }
  renderConsole('/tokens', world)
  expect(await screen.findByText('Safe mode: all files are read-only')).toBeVisible()
  expect(screen.getByText(/^hdfs turned it on/)).toBeVisible()
})

it('offers a new quota to those who may set one', async () => {
  const { user, router } = renderConsole('/tokens')
  await user.click(await screen.findByRole('button', { name: /^Go to…/ }))
  await user.type(await screen.findByLabelText('Go to a page, a path or a file'), 'new quota')
  await user.click(await screen.findByText('New quota…'))
  await waitFor(() => expect(router.state.location.href).toBe('/quotas?open=new'))
})

it('gives the focus back to the link that was followed', async () => {
  const { user, router } = renderConsole('/files')
  await user.click(await screen.findByRole('link', { name: 'data' }))
  await screen.findByRole('link', { name: 'warehouse' })
  router.history.back()
  await waitFor(() => expect(screen.getByRole('link', { name: 'data' })).toHaveFocus())
})

it('says in which zone its times are', async () => {
  renderConsole('/audit')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/^All times are UTC/)).toBeVisible()
})

it('offers to ask again only where that may help', () => {
  expect(mayAskAgain(toApiError(400, { title: 'Unknown field' }))).toBe(false)
  expect(mayAskAgain(toApiError(503, undefined))).toBe(true)
  expect(mayAskAgain(new ApiError({ at: 'network' }))).toBe(true)
})
