import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADMIN, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { bucketDrawing, byteDrawing, describeBuckets, lastTotals } from './series'

describe('the block reports page', () => {
  it('shows each storage, the reports of one, and who waits', async () => {
    const { user, router } = renderConsole('/block-reports')
    const storages = await screen.findByRole('table', {
      name: 'Storages with their last block report',
    })
    const row = await within(storages).findByRole('row', { name: /DISK no\. 1/ })
    expect(row).toHaveTextContent(/hashed.*99\.7 % match|hashed.*100 % match/)
    expect(within(storages).getByRole('row', { name: /ARCHIVE no\. 2/ })).toHaveTextContent(
      'No report yet',
    )
    const reports = await screen.findByRole('table', { name: /Kept reports/ })
    expect(await within(reports).findAllByRole('row')).toHaveLength(3)
    expect(
      screen.getByRole('img', { name: 'Matching and mismatching buckets over time' }),
    ).toBeVisible()
    const active = screen.getByRole('table', { name: /under way/ })
    expect(within(active).getByRole('row', { name: /dn-9/ })).toHaveTextContent('waiting')

    await user.click(within(storages).getByRole('link', { name: 'ARCHIVE no. 2' }))
    expect(await screen.findByText('Reports of storage no. 2')).toBeVisible()
    expect(await screen.findByText('No report yet', { selector: 'div' })).toBeVisible()
    expect(router.state.location.search).toEqual({ storage: '2' })
  })

  it('says that a storage is not there', async () => {
    renderConsole('/block-reports?storage=99')
    expect(await screen.findByText('No such storage')).toBeVisible()
  })
})

describe('series', () => {
  const [storage] = createWorld({ me: ADMIN }).blockReports
  const [newest, oldest] = storage?.reports ?? []
  if (!newest || !oldest) throw new Error('The test platform has two reports')

  it('draws from the oldest to the newest', () => {
    expect(bucketDrawing([newest, oldest]).series).toEqual([
      { name: 'Matching', values: [0, 997] },
      { name: 'Mismatching', values: [0, 3] },
    ])
    expect(byteDrawing([newest, oldest]).series[1]).toEqual({ name: 'Saved', values: [0, 900_000] })
    expect(bucketDrawing([]).labels).toEqual([])
  })

  it('draws no more than can be told apart', () => {
    const many = Array.from({ length: 100 }, () => newest)
    expect(bucketDrawing(many).labels).toHaveLength(40)
  })

  it('sums the last reports', () => {
    const known = {
      storage_id: 1,
      storage_uuid: 'DS-1',
      datanode_uuid: 'dn-1',
      datanode_address: null,
      type: 'DISK',
      last_full_at: null,
    }
    expect(
      lastTotals([
        { ...known, last: newest },
        { ...known, last: null },
      ]),
    ).toEqual({
      sent: 24_000,
      saved: 900_000,
      matching: 997,
      buckets: 1_000,
      silent: 1,
    })
    expect(describeBuckets(oldest)).toBe('stock report')
  })
})
