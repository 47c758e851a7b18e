import type { ShardLoad, ShardSort } from '~/api/shards'

/** Not a shard: reads of whole tables, which ask all of them, are counted under this number. */
const WHOLE_TABLES = -1

export function isShard({ shard }: Pick<ShardLoad, 'shard'>): boolean {
  return shard !== WHOLE_TABLES
}

const measures: Record<ShardSort, (load: ShardLoad) => number> = {
  operations: (load) => load.operations_per_s,
  shard: (load) => -load.shard,
  highest: (load) => peakOf(load)?.operations_per_s ?? 0,
  reads: (load) => load.reads_per_s,
  writes: (load) => load.writes_per_s,
  scans: (load) => load.scans_per_s,
  rows: (load) => load.rows_per_s,
  lock_wait: (load) => load.lock_wait_ms_per_s ?? 0,
  bytes: (load) => load.bytes ?? 0,
}

/** A new list; shards of equal load stand in the order of their numbers. */
export function sortedShards(shards: ShardLoad[], sort: ShardSort): ShardLoad[] {
  const measure = measures[sort]
  return shards.toSorted((a, b) => measure(b) - measure(a) || a.shard - b.shard)
}

/** The busiest shard over the range; undefined when none had any load. */
export function busiestOf(shards: ShardLoad[]): ShardLoad | undefined {
  const busiest = sortedShards(shards.filter(isShard), 'operations')[0]
  return busiest && busiest.operations_per_s > 0 ? busiest : undefined
}

export type Peak = { operations_per_s: number; step: number }

/** The busiest step of a shard, the first of equal ones; undefined when nothing was measured. */
export function peakOf({ operations }: Pick<ShardLoad, 'operations'>): Peak | undefined {
  return operations.reduce<Peak | undefined>(
    (peak, value, step) =>
      value !== null && value > (peak?.operations_per_s ?? -1)
        ? { operations_per_s: value, step }
        : peak,
    undefined,
  )
}

export type LoadGrid = {
  /** ISO instants: when each column begins. */
  times: string[]
  /** For each row one value for each column; null where nothing was measured. */
  rows: (number | null)[][]
}

/**
 * The same grid with neighbouring columns put together (as the mean of what was measured), so
 * that no more than `columnsMax` are left: an eye and a browser get no more out of a screen.
 */
export function coarserGrid({ times, rows }: LoadGrid, columnsMax: number): LoadGrid {
  const together = Math.ceil(times.length / columnsMax)
  if (together <= 1) return { times, rows }
  const starts = times.flatMap((_, step) => (step % together === 0 ? [step] : []))
  return {
    times: times.filter((_, step) => step % together === 0),
    rows: rows.map((row) => starts.map((start) => meanOf(row.slice(start, start + together)))),
  }
}

/** A step's beginning in whole seconds since 1970. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1_000)
}

/** Which step a second falls into, the last one for what is later; times ascend. */
export function stepAt(times: string[], second: number): number {
  const later = times.findIndex((time) => secondsOf(time) > second)
  return later < 0 ? times.length - 1 : Math.max(0, later - 1)
}

export type Moment = {
  /** Shards alone, the busiest first; those without load are left out. */
  busiest: { shard: number; operations_per_s: number; share: number }[]
  operations_per_s: number
  measured: boolean
}

/** What all shards did in one step. */
export function momentOf(shards: ShardLoad[], step: number): Moment {
  const told = shards.filter(isShard).flatMap(({ shard, operations }) => {
    const operations_per_s = operations[step]
    return operations_per_s == null ? [] : [{ shard, operations_per_s }]
  })
  const sum = told.reduce((all, { operations_per_s }) => all + operations_per_s, 0)
  return {
    busiest: told
      .filter(({ operations_per_s }) => operations_per_s > 0)
      .toSorted((a, b) => b.operations_per_s - a.operations_per_s || a.shard - b.shard)
      .map((each) => ({ ...each, share: each.operations_per_s / sum })),
    operations_per_s: sum,
    measured: told.length > 0,
  }
}

export type Spread = { now: number | null; mean: number; highest: number }

/** What a line says, in numbers; undefined when nothing was measured. */
export function spreadOf(values: (number | null)[]): Spread | undefined {
  const mean = meanOf(values)
  if (mean === null) return undefined
  return {
    now: values.at(-1) ?? null,
    mean,
    highest: values.reduce<number>((highest, value) => Math.max(highest, value ?? 0), 0),
  }
}

function meanOf(values: (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  return measured.reduce((sum, value) => sum + value, 0) / measured.length
}
