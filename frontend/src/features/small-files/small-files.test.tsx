import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { http } from '~/test/platform/http'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'
import { drawingOf } from './wording'

const FILE = '/user/bob/todo.txt'

it('says how many files are in the database, and what a take-in would move', async () => {
  const { user, router } = renderConsole('/small-files')
  const table = await screen.findByRole('table', { name: 'Files by length' })
  expect(await within(table).findByRole('row', { name: 'to 1 KiB 300 100 100 200' })).toBeVisible()
  expect(within(table).getByRole('row', { name: 'over 1 MiB 60 0 0 0' })).toBeVisible()
  expect(screen.getByText('75 %')).toBeVisible()
  expect(screen.getByText('3 for want of room, 1 for want of memory')).toBeVisible()
  expect(screen.getByRole('link', { name: 'show them' })).toHaveAttribute(
    'href',
    '/search?q=in:database',
  )
  expect(within(table).getByRole('link', { name: 'to 2 KiB' })).toHaveAttribute(
    'href',
    '/search?kind=file&size_min=1025&size_max=2048',
  )
  await user.click(screen.getByRole('radio', { name: 'Bytes' }))
  expect(router.state.location.search).toEqual({ unit: 'bytes' })
  expect(await screen.findByRole('table', { name: 'Bytes by length' })).toBeVisible()
})

it('draws the lengths that small files can have, and nothing twice', () => {
  const sizes = {
    files: 5,
    length_bytes: 500,
    files_in_database: 2,
    bytes_in_database: 200,
    files_to_take_in: 1,
    bytes_to_take_in: 100,
    files_that_fit: 3,
    bytes_that_fit: 300,
  }
  const classes = [
    { ...sizes, size_min_bytes: 32_769, size_max_bytes: 65_536 },
    { ...sizes, size_min_bytes: 65_537, size_max_bytes: 1_048_576 },
    { ...sizes, size_min_bytes: 1_048_577, size_max_bytes: null },
  ]
  expect(drawingOf(classes, 'files')).toEqual({
    labels: ['to 64 KiB'],
    series: [
      { name: 'In the database', values: [2] },
      { name: 'To take in', values: [1] },
      { name: 'Others', values: [2] },
    ],
  })
  expect(drawingOf(classes, 'bytes').series[2]?.values).toEqual([200])
})

it('begins the job that takes the files of a directory in', async () => {
  const world = createWorld({ me: ADMIN })
  const { user, router } = renderConsole('/small-files?unit=bytes', world)
  await user.click(await screen.findByRole('button', { name: 'Take in small files…' }))
  expect(router.state.location.search).toEqual({ unit: 'bytes', path: '/' })
  const dialog = await screen.findByRole('dialog', { name: 'Take in small files' })
  const where = within(dialog).getByLabelText('At and below')
  const begin = () => user.click(within(dialog).getByRole('button', { name: 'Take in' }))
  await user.clear(where)
  expect(within(dialog).getByText('A path begins with /')).toBeVisible()
  await user.type(where, '/none')
  await begin()
  expect(await within(dialog).findByRole('alert')).toBeVisible()
  expect(world.jobs.filter(({ kind }) => kind === 'take_in')).toHaveLength(0)
  await user.clear(where)
  await user.type(where, '/user')
  await user.type(within(dialog).getByLabelText('Entries a second, at most'), '50')
  await begin()
  expect(await screen.findByRole('heading', { name: /Take in small files/ })).toBeVisible()
  const [job] = world.jobs.filter(({ kind }) => kind === 'take_in')
  expect(job).toMatchObject({ path: '/user', rate_limit: { inodes_per_s: 50 } })
  expect(router.state.location.pathname).toBe(`/jobs/${job?.id}`)
})

it('takes files in for nobody who may not change where bytes are', async () => {
  const { user, router } = renderConsole('/small-files', createWorld({ me: VIEWER }))
  await user.click(await screen.findByRole('button', { name: 'Take in small files…' }))
  expect(router.state.location.search).toEqual({})
})

it('says what is not known', async () => {
  renderConsole('/small-files', createWorld({ me: VIEWER }))
  server.use(
    http.get('/api/v1/smallfiles', ({ response }) =>
      response(200).json({
        counts: null,
        activity: null,
        room: null,
        as_of: '2026-11-20T08:00:00.000Z',
      }),
    ),
  )
  expect(await screen.findByText("The files can't be counted now")).toBeVisible()
  expect(screen.getByText('No namenode answers now.')).toBeVisible()
})

it('shows what the health check says of the room', async () => {
  const world = createWorld({ me: ADMIN })
  world.checks.push({
    key: 'small_files',
    title: 'The database has room for small files',
    verdict: 'error',
    reason: 'At least 95 % of the room for small files is used.',
    remedy: 'Raise ndb_small_file_disk_mb and start again.',
    page: '/small-files',
    since: '2026-11-20T08:00:00.000Z',
    mute: null,
  })
  renderConsole('/small-files', world)
  expect(
    await screen.findByText('At least 95 % of the room for small files is used.'),
  ).toBeVisible()
  expect(screen.getByText(/Raise ndb_small_file_disk_mb/)).toBeVisible()
})

it('shows the first bytes of a file that is in the database', async () => {
  renderConsole(`/files?path=${FILE}`)
  expect(await screen.findByRole('group', { name: 'First bytes of the file' })).toHaveTextContent(
    'buy rabbits',
  )
  expect(screen.getByText('The whole file')).toBeVisible()
  expect(screen.getByText('in the database')).toBeVisible()
  expect(await screen.findByText('The bytes of this file are in the database')).toBeVisible()
})

it('shows no bytes to those who may not read them', async () => {
  const world = createWorld({ me: ADMIN })
  const entry = world.tree.get(FILE)
  if (entry) world.tree.set(FILE, { ...entry, mode: '0000' })
  renderConsole(`/files?path=${FILE}`, world)
  expect(await screen.findByRole('alert')).toHaveTextContent('Permission denied')
  expect(screen.queryByText(/buy rabbits/)).not.toBeInTheDocument()
})

it('shows what is no text as hexadecimal digits', async () => {
  renderConsole(`/files?path=${FILE}`)
  server.use(
    http.get('/api/v1/namespace/preview', ({ response }) =>
      response.untyped(
        HttpResponse.json({
          path: FILE,
          size_bytes: 70,
          in_database: true,
          text: null,
          hex: '5741000a41',
          length_bytes: 5,
          as_of: '2026-11-20T08:00:00.000Z',
        }),
      ),
    ),
  )
  expect(await screen.findByRole('group', { name: 'First bytes of the file' })).toHaveTextContent(
    '00000000 57 41 00 0a 41 WA..A',
  )
  expect(screen.getByText(/The first 5 B of 70 B, as hexadecimal digits/)).toBeVisible()
})
