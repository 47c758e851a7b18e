import { describe, expect, it } from 'vitest'
import type { HeatShards, ShardLoad } from '~/api/shards'
import {
  busiestOf,
  coarserGrid,
  momentOf,
  peakOf,
  secondsOf,
  sortedShards,
  spreadOf,
  stepAt,
} from './loads'
import { describeLoads, formatRate, placeNames } from './wording'

function load(shard: number, operations_per_s: number, more: Partial<ShardLoad> = {}): ShardLoad {
  return {
    shard,
    places: [],
    operations: [],
    operations_per_s,
    share: 0,
    reads_per_s: 0,
    writes_per_s: 0,
    scans_per_s: 0,
    rows_per_s: 0,
    lock_wait_ms_per_s: null,
    bytes: null,
    ...more,
  }
}

const numbers = (shards: ShardLoad[]) => shards.map(({ shard }) => shard)

describe('a moment of the range', () => {
  const shards = [
    load(0, 0, { operations: [1, 30, null] }),
    load(1, 0, { operations: [0, 10, null] }),
    load(-1, 0, { operations: [99, 99, 99] }),
  ]

  it('has the busiest shard first, and no reads of whole tables', () => {
    expect(momentOf(shards, 1)).toEqual({
      busiest: [
        { shard: 0, operations_per_s: 30, share: 0.75 },
        { shard: 1, operations_per_s: 10, share: 0.25 },
      ],
      operations_per_s: 40,
      measured: true,
    })
    expect(momentOf(shards, 0).busiest).toEqual([{ shard: 0, operations_per_s: 1, share: 1 }])
  })

  it('is a gap where nothing was measured', () => {
    expect(momentOf(shards, 2)).toEqual({ busiest: [], operations_per_s: 0, measured: false })
    expect(momentOf(shards, 7).measured).toBe(false)
  })

  it('is found by its second', () => {
    const times = ['2026-11-25T08:00:00Z', '2026-11-25T08:00:10Z', '2026-11-25T08:00:20Z']
    const second = secondsOf('2026-11-25T08:00:10Z')
    expect(stepAt(times, second)).toBe(1)
    expect(stepAt(times, second + 9)).toBe(1)
    expect(stepAt(times, 0)).toBe(0)
    expect(stepAt(times, second + 1_000)).toBe(2)
  })
})

describe('the order of shards', () => {
  const shards = [load(2, 5), load(0, 9), load(1, 5, { bytes: 7, operations: [1, 30] })]

  it('is by load, then by number', () => {
    expect(numbers(sortedShards(shards, 'operations'))).toEqual([0, 1, 2])
    expect(numbers(sortedShards(shards, 'bytes'))).toEqual([1, 0, 2])
    expect(numbers(sortedShards(shards, 'highest'))).toEqual([1, 0, 2])
    expect(numbers(sortedShards(shards, 'shard'))).toEqual([0, 1, 2])
  })

  it('leaves the given list as it was', () => {
    sortedShards(shards, 'shard')
    expect(numbers(shards)).toEqual([2, 0, 1])
  })
})

describe('the busiest shard', () => {
  it('is none without load', () => {
    expect(busiestOf([])).toBeUndefined()
    expect(busiestOf([load(0, 0), load(1, 0)])).toBeUndefined()
  })

  it('is never the reads of whole tables', () => {
    expect(busiestOf([load(-1, 90), load(4, 8)])?.shard).toBe(4)
  })
})

describe('the peak of a shard', () => {
  it('is the first of the highest steps', () => {
    expect(peakOf({ operations: [null, 3, 7, 7] })).toEqual({ operations_per_s: 7, step: 2 })
    expect(peakOf({ operations: [null, 0] })).toEqual({ operations_per_s: 0, step: 1 })
  })

  it('is unknown where nothing was measured', () => {
    expect(peakOf({ operations: [null, null] })).toBeUndefined()
    expect(peakOf({ operations: [] })).toBeUndefined()
  })
})

describe('a coarser grid', () => {
  const times = ['a', 'b', 'c', 'd', 'e']

  it('is the same where there is room', () => {
    const grid = { times, rows: [[1, 2, 3, 4, null]] }
    expect(coarserGrid(grid, 5)).toEqual(grid)
    expect(coarserGrid({ times: [], rows: [[]] }, 5)).toEqual({ times: [], rows: [[]] })
  })

  it('has the mean of what was measured, and gaps where nothing was', () => {
    const rows = [
      [1, 3, null, 4, 5],
      [null, null, 2, 0, null],
    ]
    expect(coarserGrid({ times, rows }, 3)).toEqual({
      times: ['a', 'c', 'e'],
      rows: [
        [2, 4, 5],
        [null, 1, null],
      ],
    })
  })

  it('never has more columns than wanted', () => {
    const many = Array.from({ length: 359 }, (_, at) => String(at))
    const grid = coarserGrid({ times: many, rows: [many.map(Number)] }, 120)
    expect(grid.times).toHaveLength(120)
    expect(grid.rows[0]).toHaveLength(120)
  })
})

it('says what a line says, taking no gap for a zero', () => {
  expect(spreadOf([null, 1, 3])).toEqual({ now: 3, mean: 2, highest: 3 })
  expect(spreadOf([2, null])).toEqual({ now: null, mean: 2, highest: 2 })
  expect(spreadOf([null])).toBeUndefined()
})

describe('the words of the heat map', () => {
  const answer: HeatShards = {
    store: 'embedded',
    range: '1h',
    as_of: '2026-11-22T08:00:20.000Z',
    resolution_s: 10,
    tables: ['inodes'],
    times: ['2026-11-22T08:00:00.000Z', '2026-11-22T08:00:10.000Z'],
    shards: [load(0, 2, { share: 0.1 }), load(1, 18, { share: 0.9, operations: [null, 18] })],
    imbalance: 1.8,
    imbalance_over_time: [null, 1.8],
    nodes: [],
  }

  it('name the busiest shard and its peak', () => {
    expect(describeLoads(answer)).toBe(
      'The operations a second of 2 shards over 1 h: Shard 1 was the busiest with 90 % of them, ' +
        'at most 18 a second from 2026-11-22 08:00:10.',
    )
  })

  it('say that nothing happened', () => {
    expect(describeLoads({ ...answer, shards: [load(0, 0)] })).toBe(
      'The operations a second of 1 shard over 1 h: there was no load.',
    )
  })
})

it('writes rates and places', () => {
  expect([0, 0.123, 9.5, 1_234.5].map(formatRate)).toEqual(['0', '0.12', '9.5', '1,235'])
  expect(
    placeNames([
      { node_id: 1, thread: 0, primary: false },
      { node_id: 2, thread: 3, primary: true },
    ]),
  ).toEqual(['node 2, thread 3', 'node 1, thread 0'])
})
