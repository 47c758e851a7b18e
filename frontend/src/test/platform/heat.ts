import type { HttpHandler } from 'msw'
import type { Heat, HeatEntry, NamenodeHeat } from '~/api/heat'
import { http } from './http'
import { timeIn, type World } from './world'

const PAIRS: Record<string, [string, string | null][]> = {
  user: [
    ['etl', null],
    ['alice', null],
  ],
  directory: [
    ['/data/warehouse', null],
    ['/data', null],
  ],
  directory_user: [
    ['/data/warehouse', 'etl'],
    ['/data', 'etl'],
    ['/data', 'alice'],
  ],
  directory_operation: [['/data/warehouse', 'getListing']],
  user_operation: [
    ['etl', 'getListing'],
    ['etl', 'create'],
    ['alice', 'getFileInfo'],
  ],
  user_address: [['etl', '10.0.0.7']],
}

/** Where the one directory's children are. */
export const HOT_SHARD = 3

/** One user lists one directory all the time. */
export function heatHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/heat', ({ query, response }) => {
      const by = query.get('by') ?? 'user'
      const entries = (PAIRS[by] ?? [])
        .map(entryOf)
        .map((entry) => ({
          ...entry,
          shard: by === 'directory' && query.get('shards') === 'true' ? HOT_SHARD : null,
        }))
        .filter(({ key }) => key === (query.get('key') ?? key))
        .filter(({ of }) => of === (query.get('of') ?? of))
      const heat: Heat = {
        by,
        window: query.get('window') ?? '1m',
        span_s: 60,
        as_of: timeIn(world, 1_000),
        entries,
        namenodes: [namenodeHeat('nn1', 3), namenodeHeat('nn2', 1)],
        silent: [],
        calls: 12_000,
        time_ms: 28_000,
        waited_ms: 4_800,
        rows: 500_000,
        refused: 240,
        imbalance: 1.5,
      }
      return response(200).json(heat)
    }),
  ]
}

function namenodeHeat(namenode: string, part: number): NamenodeHeat {
  return {
    namenode,
    calls: 3_000 * part,
    time_ms: 7_000 * part,
    waited_ms: 1_200 * part,
    rows: 125_000 * part,
    refused: 60 * part,
    not_counted: 0,
  }
}

export function entryOf([key, of]: [string, string | null], place: number): HeatEntry {
  const time_ms = 20_000 / (place + 1) ** 2
  return {
    key,
    of,
    time_ms,
    time_error_ms: 3,
    waited_ms: 4_000 / (place + 1),
    calls: 8_000 - 1_000 * place,
    rows: 300_000,
    refused: place === 0 ? 240 : 0,
    shard: null,
    share: time_ms / 28_000,
    namenodes: { nn1: time_ms },
  }
}
