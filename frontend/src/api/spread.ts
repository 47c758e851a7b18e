import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  ChildrenSpread,
  ShardBalance,
  Spread,
  SpreadChange,
  SpreadChangeDetails,
  SpreadNote,
  SpreadPoint,
  SpreadState,
  SpreadWriteRequest,
} from './schema'

export type {
  ChildrenSpread,
  ShardBalance,
  Spread,
  SpreadChange,
  SpreadChangeDetails,
  SpreadNote,
  SpreadPoint,
  SpreadState,
  SpreadWriteRequest,
}

const SPREAD_REFETCH_MS = 2_000
export const SPREAD_CHANGE_PAGE_ROWS = 25

export const spreadKeys = { all: ['spread'] as const }

/** Where a directory's children are, and what it would be like otherwise. */
export function spreadQuery(path: string) {
  return queryOptions({
    queryKey: [...spreadKeys.all, 'directory', { path }],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/spread', { params: { query: { path } }, signal })),
  })
}

export function spreadChangesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...spreadKeys.all, 'changes', { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/spread/changes', {
          params: { query: { cursor, limit: SPREAD_CHANGE_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: SPREAD_REFETCH_MS,
  })
}

export function spreadChangeQuery(id: number) {
  return queryOptions({
    queryKey: [...spreadKeys.all, 'change', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/spread/changes/{change_id}', {
          params: { path: { change_id: id } },
          signal,
        }),
      ),
    refetchInterval: SPREAD_REFETCH_MS,
  })
}

export function changeSpread(body: SpreadWriteRequest) {
  return answerOf(api.POST('/api/v1/spread', { body }))
}
