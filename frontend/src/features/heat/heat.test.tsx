import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('goes from the hottest user to his directory and on to who works there', async () => {
  const { user, router } = renderConsole('/heat')
  const table = await screen.findByRole('table', { name: 'Users, the hottest first' })
  expect(await within(table).findByRole('row', { name: /^etl 71 %/ })).toBeVisible()
  await user.click(within(table).getByRole('link', { name: 'etl' }))
  const calls = await screen.findByRole('table', { name: 'Calls of etl' })
  expect(calls).toHaveTextContent('getListing')
  const directories = await screen.findByRole('table', { name: 'Directories of etl' })
  await user.click(within(directories).getByRole('link', { name: '/data/warehouse' }))
  expect(router.state.location.search).toEqual({ by: 'directory', key: '/data/warehouse' })
  expect(await screen.findByRole('table', { name: 'Users of /data/warehouse' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open in Files' })).toHaveAttribute(
    'href',
    '/files?path=/data/warehouse',
  )
})

it('keeps the window in the address', async () => {
  const { user, router } = renderConsole('/heat')
  await user.click(await screen.findByRole('radio', { name: '1 h' }))
  expect(router.state.location.search).toEqual({ window: '1h' })
})

it('says how the calls are spread', async () => {
  renderConsole('/heat')
  expect(await screen.findByText('1.50')).toBeVisible()
  expect(await screen.findByRole('row', { name: /nn2 3,000 7.0 s 0.4 ms 60/ })).toBeVisible()
})

it('tells how long each user waits, and how often he was refused', async () => {
  renderConsole('/heat')
  const table = await screen.findByRole('table', { name: 'Users, the hottest first' })
  expect(
    await within(table).findByRole('row', { name: /^etl 71 % .*20 s 0.5 ms 8,000 240/ }),
  ).toBeVisible()
  expect(within(table).getByRole('row', { name: /^alice .* 0.3 ms 7,000 0 / })).toBeVisible()
  expect(screen.getByText(/a call waited 0.4 ms, as a mean/)).toBeVisible()
  expect(screen.getByText(/240 were refused/)).toBeVisible()
})

it('says what to do where nothing is named', async () => {
  renderConsole('/heat?by=application')
  expect(await screen.findByText(/hadoop.caller.context.enabled/)).toBeVisible()
})

it('is not for viewers', async () => {
  renderConsole('/heat', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Heat needs the role operator')).toBeVisible()
})
