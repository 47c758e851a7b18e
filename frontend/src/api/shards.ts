import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  HeatShard,
  HeatShards,
  HeatWindow,
  ShardLoad,
  ShardNode,
  ShardPlace,
  ShardRange,
  StoreKind,
} from './schema'

export type {
  HeatShard,
  HeatShards,
  ShardLoad,
  ShardNode,
  ShardPlace,
  ShardRange,
  StoreKind as ShardStore,
}

export const SHARD_RANGES = ['10m', '1h', '6h', '24h'] as const satisfies readonly ShardRange[]

/** What the table of shards may be sorted by; a shard's number ascends, all else descends. */
export const SHARD_SORTS = [
  'operations',
  'shard',
  'highest',
  'reads',
  'writes',
  'scans',
  'rows',
  'lock_wait',
  'bytes',
] as const

export type ShardSort = (typeof SHARD_SORTS)[number]

/** Samples are taken every ten seconds. */
const SHARDS_REFETCH_MS = 10_000
const SHARD_REFETCH_MS = 3_000

type ShardsQuestion = { range: ShardRange; table?: string }

/** The load of every shard over a range of time, of one table or of all. */
export function shardsQuery(question: ShardsQuestion) {
  return queryOptions({
    queryKey: ['shards', question],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/heat/shards', { params: { query: question }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: SHARDS_REFETCH_MS,
  })
}

/** What one shard is asked for lately: its tables and its hottest directories. */
export function shardQuery(shard: number, window: HeatWindow) {
  return queryOptions({
    queryKey: ['shard', { shard, window }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/heat/shards/{shard}', {
          params: { path: { shard }, query: { window } },
          signal,
        }),
      ),
    refetchInterval: SHARD_REFETCH_MS,
  })
}
