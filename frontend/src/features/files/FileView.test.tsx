import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { http } from '~/test/platform/http'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'

const FILE = '/data/raw/logs/access-0000.log.gz'

it('shows a file with its blocks, racks, policies and snapshots', async () => {
  renderConsole(`/files?path=${FILE}`)
  const blocks = await screen.findByRole('table', { name: 'Blocks of the file, in order' })
  expect(within(blocks).getByRole('link', { name: '1073741825' })).toHaveAttribute(
    'href',
    '/blocks?block=1073741825',
  )
  expect(within(blocks).getByText(/\/rack-2/)).toBeVisible()
  const held = screen.getByRole('table', { name: 'Snapshots that hold it, newest first' })
  expect(within(held).getByRole('link', { name: 'monday' })).toHaveAttribute(
    'href',
    '/files?path=/data/.snapshot/monday/raw/logs/access-0000.log.gz',
  )
  expect(screen.getByText('user.team = blue')).toBeVisible()
  expect(screen.getByText('user:ann:r-x')).toBeVisible()
  expect(screen.getByText('COLD').parentElement).toHaveTextContent('COLD from /data')
})

it('says what one may not read', async () => {
  renderConsole(`/files?path=${FILE}`)
  // Before the answers of the console's platform, which are in place by now.
  server.use(
    http.get('/api/v1/namespace/details', ({ response }) =>
      response.untyped(
        HttpResponse.json({
          inode_id: 1,
          path: FILE,
          acl: [],
          xattrs: null,
          storage_policy: null,
          erasure_coding: null,
          blocks: null,
          snapshots: [],
          as_of: '2026-11-20T08:00:00.000Z',
        }),
      ),
    ),
  )
  expect(await screen.findByText('You may not read this file')).toBeVisible()
  expect(screen.getAllByText('you may not read it')).toHaveLength(3)
})

it('opens a row wherever it is clicked', async () => {
  const { user, router } = renderConsole('/files?path=/data')
  const row = (await screen.findByRole('link', { name: 'warehouse' })).closest('tr')
  const owner = within(row as HTMLElement).getAllByRole('cell')[3] as HTMLElement
  await user.click(owner)
  await waitFor(() => expect(router.state.location.search).toEqual({ path: '/data/warehouse' }))
})

it('completes a typed path', async () => {
  const { user, router } = renderConsole('/files')
  const box = await screen.findByRole('combobox', { name: 'Path' })
  await user.clear(box)
  await user.type(box, '/data/ware')
  await user.click(await screen.findByRole('option', { name: '/data/warehouse/' }))
  await user.type(box, '{Enter}')
  await waitFor(() => expect(router.state.location.search).toEqual({ path: '/data/warehouse' }))
})
