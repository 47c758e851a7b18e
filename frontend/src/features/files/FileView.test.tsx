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

/** Answers as for a file that begins as a table does. */
function withTable(table: object, status = 200) {
  server.use(
    http.get('/api/v1/namespace/preview', ({ response }) =>
      response.untyped(
        HttpResponse.json({
          path: FILE,
          size_bytes: 900,
          in_database: false,
          text: null,
          hex: '504152311504',
          length_bytes: 6,
          as_of: '2026-11-20T08:00:00.000Z',
        }),
      ),
    ),
    http.get('/api/v1/files/table', ({ response }) =>
      response.untyped(HttpResponse.json(table, { status })),
    ),
  )
}

const ORDERS = {
  path: FILE,
  size_bytes: 900,
  kind: 'parquet',
  columns: [
    { name: 'id', type: 'int64' },
    { name: 'note', type: 'string' },
    { name: 'note', type: 'string' },
  ],
  columns_left_out: 7,
  rows: [
    ['17', 'by post', null],
    ['18', null, ''],
  ],
  row_count: 1_200,
  as_of: '2026-11-20T08:00:00.000Z',
}

it('shows columns and first rows of a table', async () => {
  renderConsole(`/files?path=${FILE}`)
  withTable(ORDERS)
  const table = await screen.findByRole('table', { name: 'First rows of the file' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map((head) => head.textContent)).toEqual(['idint64', 'notestring', 'note (2)string'])
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['17', 'by post', 'null'],
    ['18', 'null', ''],
  ])
  expect(
    screen.getByText('A Parquet file · 2 of 1,200 rows · 7 more columns are left out'),
  ).toBeVisible()
  expect(screen.getByRole('group', { name: 'First bytes of the file' })).toBeVisible()
})

it.each([
  [{ rows: null }, 'A Parquet file · 1,200 rows, which take more than a look may'],
  [{ rows: null, row_count: null }, 'A Parquet file · its rows take more than a look may'],
  [{ row_count: null, kind: 'avro' }, 'An Avro file · its first 2 rows'],
  [{ row_count: 2, kind: 'orc' }, 'An ORC file · all 2 rows'],
])('tells how much of a table is shown: %j', async (told, text) => {
  renderConsole(`/files?path=${FILE}`)
  withTable({ ...ORDERS, columns_left_out: 0, ...told })
  expect(await screen.findByText(text)).toBeVisible()
})

it('says why a table is not shown, and shows its first bytes', async () => {
  renderConsole(`/files?path=${FILE}`)
  const refused = { type: 'x', title: 'This table can’t be read', status: 409, facts: {} }
  withTable({ ...refused, code: 'table_unreadable', detail: 'It may be damaged.' }, 409)
  expect(await screen.findByText('It may be damaged.')).toBeVisible()
  expect(screen.getByRole('group', { name: 'First bytes of the file' })).toBeVisible()
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

it('tells the checksum once it is asked for', async () => {
  const { user } = renderConsole(`/files?path=${FILE}`)
  await user.click(await screen.findByRole('button', { name: 'Ask the datanodes for it' }))
  expect(await screen.findByText('00ff00ff')).toBeVisible()
  expect(screen.getByText(/MD5-of-0MD5-of-512CRC32C/)).toBeVisible()
})

it('tells what was changed, further back on demand, and leads to who did it', async () => {
  const { user } = renderConsole(`/files?path=${FILE}`)
  const table = await screen.findByRole('table', { name: 'What was changed, newest first' })
  const row = (name: RegExp) => within(table).findByRole('row', { name })
  expect(await row(/Mode 0644 → 0600/)).toHaveTextContent(/Owner .* → ann/)
  expect(await row(/Renamed from access\.part/)).toBeVisible()
  expect(screen.getByText(/Looked at all changes since/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Look further back' }))
  expect(await row(/Made/)).toBeVisible()
  expect(await row(/Size 0 B → .*, Mode|Renamed from access\.part, Size 0 B → /)).toBeVisible()
  expect(screen.getByText(/Older changes are not kept/)).toBeVisible()
  expect(screen.getByRole('link', { name: /By whom it was changed/ })).toHaveAttribute(
    'href',
    `/audit?path=${FILE}`,
  )
})
