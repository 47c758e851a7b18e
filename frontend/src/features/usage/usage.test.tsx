import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forecastSentence, fullOnText } from '~/features/overview/forecast'
import { http, problem } from '~/test/platform/http'
import { ADMIN, createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'
import { colouring } from './colours'
import { changeInWords } from './GrowthSection'
import { searchFor } from './searches'
import { isBelow, isNotBelow, isOf, isOwnedBy, statementFor } from './statements'
import { USAGE_COLOURS } from './views'
import { changeText, formatCost } from './wording'

const tableOf = (path: string, by = 'space') =>
  screen.findByRole('table', { name: `What is in ${path}, by ${by}` })

it('goes down to a directory and keeps the way in the address', async () => {
  const { user, router } = renderConsole('/usage')
  const table = await tableOf('/')
  await user.click(await within(table).findByRole('link', { name: 'data' }))
  expect(router.state.location.search).toEqual({ path: '/data' })
  const inside = await tableOf('/data')
  expect(await within(inside).findByRole('link', { name: 'warehouse' })).toBeVisible()
  const map = screen.getByRole('img', { name: 'Space of what is in /data' })
  expect(map).toHaveAccessibleDescription(/^The largest of \d entries is /)
  const way = screen.getByRole('navigation', { name: 'Path' })
  await user.click(within(way).getByRole('link', { name: 'Root directory' }))
  await tableOf('/')
})

it('keeps measure, colour and what files are told apart by in the address', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  await user.click(await screen.findByRole('radio', { name: 'Files' }))
  await tableOf('/data', 'files')
  await user.click(screen.getByRole('combobox', { name: 'Colour by' }))
  await user.click(await screen.findByRole('option', { name: 'Owner' }))
  await user.click(screen.getByRole('radio', { name: 'Group' }))
  expect(router.state.location.search).toEqual({
    path: '/data',
    measure: 'files',
    colour: 'owner',
    apart: 'group',
  })
})

it('leads from a group of files to the search for them', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  const groups = await screen.findByRole('table', { name: 'Files below /data by owner' })
  await user.click(await within(groups).findByRole('link', { name: 'etl' }))
  expect(router.state.location.pathname).toBe('/search')
  expect(router.state.location.search).toEqual({ path: '/data', kind: 'file', owner: 'etl' })
})

it('leads from a row to Files, Search, SQL and jobs', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  const table = await tableOf('/data')
  await user.click(await within(table).findByRole('button', { name: 'Go on with warehouse' }))
  for (const name of ['Details and jobs', 'Open in Files', 'Search its files'])
    expect(await screen.findByRole('menuitem', { name })).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'Largest files in SQL' }))
  expect(router.state.location.pathname).toBe('/sql')
  expect(String(router.state.location.search.sql)).toContain(
    "starts_with(path, '/data/warehouse/')",
  )
})

it('leads from a group of files to a job on all of them', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  const groups = await screen.findByRole('table', { name: 'Files below /data by owner' })
  await user.click(await within(groups).findByRole('button', { name: 'Go on with etl' }))
  expect(await screen.findByRole('menuitem', { name: 'Search its files' })).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'Change owner…' }))
  expect(router.state.location.pathname).toBe('/search')
  expect(router.state.location.search).toEqual({
    path: '/data',
    kind: 'file',
    owner: 'etl',
    job: 'set_owner',
  })
  expect(await screen.findByRole('dialog')).toBeVisible()
})

it('draws rings as well, and tells what each directory gained where that is the colour', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  await user.click(await screen.findByRole('radio', { name: 'Rings' }))
  await user.click(screen.getByRole('combobox', { name: 'Colour by' }))
  await user.click(await screen.findByRole('option', { name: 'Growth' }))
  expect(router.state.location.search).toEqual({
    path: '/data',
    chart: 'sunburst',
    colour: 'growth',
  })
  const rings = await screen.findByRole('img', { name: 'Space of what is in /data' })
  expect(rings).toHaveAccessibleDescription(/^The largest of \d entries is /)
  for (const each of ['Shrank', 'Steady, within 1 %', 'Grew', 'Not known'])
    expect(screen.getByText(each)).toBeVisible()
  const table = await tableOf('/data')
  const row = await within(table).findByRole('row', { name: /warehouse/ })
  expect(within(row).getByText(/^\+\d/)).toBeVisible()
})

it('tells how right the totals of the namenodes are', async () => {
  renderConsole('/usage')
  expect(await screen.findByText(/1,200 directories were checked .* 0 wrong\./)).toBeVisible()
})

it('measures by a head of the table', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  await user.click(within(await tableOf('/data')).getByRole('button', { name: 'Files' }))
  await tableOf('/data', 'files')
  expect(router.state.location.search).toEqual({ path: '/data', measure: 'files' })
})

it('says why adding up was given up, and shows the rest', async () => {
  renderConsole('/usage')
  server.use(
    http.get('/api/v1/usage/breakdown', ({ response }) =>
      response.untyped(problem(503, 'usage_timed_out', 'Adding up took too long; ask for a part')),
    ),
  )
  expect(await screen.findByText(/Adding up took too long/)).toBeVisible()
  const table = await tableOf('/')
  expect(await within(table).findByRole('link', { name: 'data' })).toBeVisible()
})

it('says what a path that is no directory is', async () => {
  renderConsole('/usage?path=/none')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

it('names the top consumers on the overview, for those who may see them', async () => {
  const { user, router } = renderConsole('/')
  expect(await screen.findByRole('heading', { name: 'Top consumers' })).toBeVisible()
  await user.click(await screen.findByRole('link', { name: '/data' }))
  expect(router.state.location.pathname).toBe('/usage')
  expect(router.state.location.search).toEqual({ path: '/data' })
})

it('names no consumers to viewers', async () => {
  renderConsole('/', createWorld({ me: VIEWER }))
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(screen.queryByText('Top consumers')).not.toBeInTheDocument()
})

it('tells viewers why it shows them nothing', async () => {
  renderConsole('/usage', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Usage needs the role operator')).toBeVisible()
})

it('looks for the days of an age, the first and the last one included', () => {
  const group = { key: 'days_90', files: 1, length_bytes: 1, space_bytes: 1, share: 1 }
  const bounds = {
    mtime_from: '2026-08-26T00:00:00.000Z',
    mtime_before: '2026-10-25T00:00:00.000Z',
  }
  expect(searchFor('/a', 'age', { ...group, ...bounds })).toEqual({
    path: '/a',
    kind: 'file',
    modified_from: '2026-08-26',
    modified_to: '2026-10-24',
  })
  expect(searchFor('/a', 'extension', { ...group, ...bounds, key: null })).toBeUndefined()
  expect(searchFor('/a', 'type', { ...group, ...bounds, key: 'DISK' })).toBeUndefined()
  expect(searchFor('/a', 'type', { ...group, ...bounds, key: 'DATABASE' })).toEqual({
    path: '/a',
    kind: 'file',
    q: 'in:database',
  })
})

it('finds by SQL what a search has no words for', () => {
  const none = { key: null, mtime_from: null, mtime_before: null }
  expect(statementFor(isBelow('/'), isOf('extension', none))).toContain(
    "WHERE kind = 'file' AND starts_with(path, '/') AND extension IS NULL\n",
  )
  expect(isOf('type', { ...none, key: 'SSD' })).toBe(
    "NOT in_database AND storage_policy IN ('ONE_SSD', 'ALL_SSD')",
  )
  expect(isOf('type', { ...none, key: 'DISK' })).toContain('NOT IN')
  expect(isOf('type', { ...none, key: 'DATABASE' })).toBe('in_database')
  const bounds = { mtime_from: '2026-08-26T00:00:00.000Z', mtime_before: null }
  expect(isOf('age', { key: 'days_30', ...bounds })).toBe(
    "mtime >= TIMESTAMP '2026-08-26 00:00:00'",
  )
  expect(isOwnedBy('group', "o'neil")).toBe("group_name = 'o''neil'")
  expect(isNotBelow('/a')).toBe("NOT starts_with(path, '/a/')")
})

it('gives each age and each owner a colour of the legend', () => {
  const used = {
    inode_id: 1,
    path: '/a',
    name: 'a',
    kind: 'directory' as const,
    owner: 'ann',
    group: 'staff',
    mtime: '2026-01-01T00:00:00.000Z',
    files: 2,
    directories: 0,
    length_bytes: 2 ** 21,
    space_bytes: 2 ** 22,
    average_mtime: '2026-01-01T00:00:00.000Z',
    share: 1,
    change: null,
  }
  const nowMs = Date.parse('2026-01-11T00:00:00.000Z')
  for (const by of USAGE_COLOURS) {
    const { legend, colorOf } = colouring(by, [used], nowMs, 'space')
    expect(legend.map(({ color }) => color)).toContain(colorOf(used))
  }
  expect(colouring('age', [used], nowMs, 'space').colorOf(used)).toBe(
    colouring('age', [used], nowMs, 'space').legend[0]?.color,
  )
  const { legend, colorOf } = colouring('growth', [used], nowMs, 'space')
  const nameOf = (space_bytes: number) => {
    const change = { since: '2026-01-04T00:00:00.000Z', files: 0, length_bytes: 0, space_bytes }
    return legend.find(({ color }) => color === colorOf({ ...used, change }))?.label
  }
  expect([-(2 ** 20), 0, 2 ** 15, 2 ** 20].map(nameOf)).toEqual([
    'Shrank',
    'Steady, within 1 %',
    'Steady, within 1 %',
    'Grew',
  ])
  expect([2 ** 20, 0, -5].map((change) => changeText(change, 'length'))).toEqual([
    '+1 MiB',
    '±0',
    '−5 B',
  ])
})

it('shows how a directory grew, and who in it', async () => {
  const { user, router } = renderConsole('/usage?path=/data')
  expect(await screen.findByRole('img', { name: 'Space of /data over time' })).toBeVisible()
  expect(screen.getByText(/ more \(200 %\) than at /)).toBeVisible()
  const gained = await screen.findByRole('table', {
    name: 'What gained most in /data, by space',
  })
  expect(await within(gained).findByRole('link', { name: '/data' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Month' }))
  expect(router.state.location.search).toEqual({ path: '/data', span: 'month' })
})

it('tells at the root when the disks are full, and from how much of the past', async () => {
  renderConsole('/usage')
  expect(
    await screen.findByText(
      /402 GiB free of 512 GiB\. 7 GiB more were taken a day in the last 10 days: full on \d\d /,
    ),
  ).toBeVisible()
})

it('tells nothing of disks that it does not know', () => {
  const known = {
    full_at: null,
    bytes_per_day: null,
    measured_from: null,
    measured_to: null,
    capacity_bytes: 2 ** 40,
    used_bytes: 2 ** 30,
    remaining_bytes: 2 ** 39,
    as_of: '2026-01-01T13:10:00Z',
    lag_ms: 0,
  }
  expect(forecastSentence(known)).toBe('The disks have 512 GiB free of 1 TiB.')
  expect(fullOnText(known)).toBeUndefined()
  expect(forecastSentence({ ...known, capacity_bytes: null })).toBeUndefined()
  const emptier = {
    ...known,
    bytes_per_day: -5,
    measured_from: '2026-01-01T00:00:00Z',
    measured_to: '2026-01-01T13:10:00Z',
  }
  expect(forecastSentence(emptier)).toMatch(/did not get fuller in the last 13 hours\.$/)
  expect(forecastSentence({ ...emptier, bytes_per_day: 5 })).toMatch(/more than ten years/)
})

it('keeps the past of a directory, and no longer', async () => {
  const { user, world } = renderConsole('/usage?path=/data/warehouse')
  expect(await screen.findByText(/^No directory is watched/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Keep its past' }))
  const watched = await screen.findByRole('table', { name: 'Watched directories' })
  expect(await within(watched).findByRole('link', { name: '/data/warehouse' })).toBeVisible()
  expect(within(watched).getByText('admin')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop keeping its past' }))
  expect(await screen.findByText(/^No directory is watched/)).toBeVisible()
  expect(world.watched).toEqual([])
})

it('lets go of a watched directory that is gone', async () => {
  const world = createWorld({ me: ADMIN })
  world.watched.push({
    inode_id: 999,
    path: '/gone',
    watched_by: 'olga',
    watched_at: '2026-01-01T00:00:00.000Z',
    etag: '"1"',
  })
  const { user } = renderConsole('/usage', world)
  const watched = await screen.findByRole('table', { name: 'Watched directories' })
  expect(await within(watched).findByText('gone')).toBeVisible()
  await user.click(within(watched).getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText(/^No directory is watched/)).toBeVisible()
})

it('says that nothing here grew', async () => {
  renderConsole('/usage?path=/data')
  server.use(
    http.get('/api/v1/usage/growth', ({ response }) =>
      response(200).json({
        items: [],
        as_of: { sequence: 1, time: new Date().toISOString() },
        lag_ms: 0,
        source: 'replica',
      }),
    ),
  )
  expect(await screen.findByText('Nothing here grew')).toBeVisible()
})

it('tells a change in words', () => {
  const point = (time: string, files: number) => ({
    time,
    files,
    directories: 0,
    length_bytes: files * 1_024,
    space_bytes: files * 3_072,
  })
  const points = [point('2026-01-01T00:00:00Z', 4), point('2026-01-02T00:00:00Z', 3)]
  expect(changeInWords({ points }, 'files')).toMatch(/^1 less \(25 %\) than at 2026-01-01/)
  expect(changeInWords({ points }, 'length')).toMatch(/^1 KiB less/)
  expect(changeInWords({ points: points.slice(0, 1) }, 'files')).toMatch(/^Neither more nor less/)
  expect(changeInWords({ points: [] }, 'files')).toBe('')
})

it('tells what files cost where that is known', async () => {
  const world = createWorld({ me: ADMIN })
  world.price = { per_tb_month: 20, currency: 'EUR' }
  renderConsole('/usage?path=/data', world)
  const groups = await screen.findByRole('table', { name: 'Files below /data by owner' })
  expect(await within(groups).findByRole('columnheader', { name: 'Cost a month' })).toBeVisible()
  expect(within(groups).getAllByText(/^\d+\.\d\d EUR$/).length).toBeGreaterThan(0)
  const price = { per_tb_month: 20, currency: '' }
  expect(formatCost(5e12, price)).toBe('100.00')
  expect(formatCost(1, price)).toBe('< 0.01')
  expect(formatCost(0, price)).toBe('0.00')
})
