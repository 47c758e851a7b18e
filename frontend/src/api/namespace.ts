import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { Entry, Usage } from './schema'

export type { Entry, Usage }

export const CHILDREN_PAGE_ROWS = 100

export const namespaceKeys = { all: ['namespace'] as const }

export function entryQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'entry', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/entry', { params: { query: { path } }, signal })),
  })
}

export function childrenQuery({ path, cursor }: { path: string; cursor?: string }) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'children', path, { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/namespace/children', {
          params: { query: { path, cursor, limit: CHILDREN_PAGE_ROWS } },
          signal,
        }),
      ),
    // The rows of another directory must never stand under this one's name.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === path ? keepPreviousData(previous) : undefined,
  })
}

/** Exact totals of a subtree. The namenode walks it, so the answer is kept for half a minute. */
export function usageQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'usage', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/usage', { params: { query: { path } }, signal })),
    staleTime: 30_000,
  })
}
