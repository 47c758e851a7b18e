import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  Block,
  BlockGroup,
  BlockHealth,
  CorruptReplica,
  FsckPart,
  ProblemBlock,
  Replica,
  ReplicaEvent,
  ReplicaStorage,
} from './schema'

export type {
  Block,
  BlockGroup,
  BlockHealth,
  CorruptReplica,
  FsckPart,
  ProblemBlock,
  Replica,
  ReplicaEvent,
  ReplicaStorage,
}

/** Healing takes seconds: who watches it must see it as it happens. */
const REFETCH_INTERVAL_MS = 2_000

export const BLOCK_PAGE_ROWS = 50

/** The lists of blocks that are not stored as they should be. */
export const BLOCK_LISTS = ['missing', 'under-replicated', 'corrupt'] as const

export type BlockList = (typeof BLOCK_LISTS)[number]

export function blockHealthQuery() {
  return queryOptions({
    queryKey: ['blocks', 'health'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/blocks/health', { signal })),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export type FsckFound = FsckPart['found'][number]

/** A part of a check of the blocks at and below a path. */
export function fsckPart(query: { path: string; cursor: string | undefined }, signal: AbortSignal) {
  return answerOf(api.GET('/api/v1/blocks/fsck', { params: { query }, signal }))
}

type PageQuery = { cursor?: string }

export function problemBlocksQuery(list: Exclude<BlockList, 'corrupt'>, { cursor }: PageQuery) {
  const params = { query: { cursor, limit: BLOCK_PAGE_ROWS } }
  return queryOptions({
    queryKey: ['blocks', list, cursor ?? ''],
    queryFn: ({ signal }) =>
      answerOf(
        list === 'missing'
          ? api.GET('/api/v1/blocks/missing', { params, signal })
          : api.GET('/api/v1/blocks/under-replicated', { params, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function corruptReplicasQuery({ cursor }: PageQuery) {
  return queryOptions({
    queryKey: ['blocks', 'corrupt', cursor ?? ''],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/blocks/corrupt', {
          params: { query: { cursor, limit: BLOCK_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function blockQuery(blockId: string) {
  return queryOptions({
    queryKey: ['blocks', 'one', blockId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/blocks/by-id/{block_id}', {
          params: { path: { block_id: blockId } },
          signal,
        }),
      ),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
