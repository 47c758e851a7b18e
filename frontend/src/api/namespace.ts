import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { Entry, EntryDetails, InodeChange, Preview, TableHead, Usage } from './schema'

export type { Entry, EntryDetails, InodeChange, Preview, TableHead, Usage }

export const CHILDREN_PAGE_ROWS = 100

/** The most that one call answers. */
const NAMES_MAX = 1_000

const FIRST_PART: { cursor?: string } = {}

export const namespaceKeys = { all: ['namespace'] as const }

export function entryQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'entry', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/entry', { params: { query: { path } }, signal })),
  })
}

/** Policies, ACL, attributes, blocks and snapshots, as far as the user may read them. */
export function detailsQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'details', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/details', { params: { query: { path } }, signal })),
  })
}

/** The first bytes of a file, if the user may read it in HDFS. */
export function previewQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'preview', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/preview', { params: { query: { path } }, signal })),
  })
}

/** What was changed of a path, a part after the other. */
export function changesQuery(path: string) {
  return infiniteQueryOptions({
    queryKey: [...namespaceKeys.all, 'changes', path],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/api/v1/namespace/changes', { params: { query: { path, ...pageParam } }, signal }),
      ),
    initialPageParam: FIRST_PART,
    getNextPageParam: (page) =>
      page.next_cursor === null ? undefined : { cursor: page.next_cursor },
  })
}

/** The checksum of a file, if the user may read it in HDFS; it stays as it is for the file shown. */
export function checksumQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'checksum', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/checksum', { params: { query: { path } }, signal })),
    retry: false,
  })
}

/** Columns and first rows of a table, if the user may read it in HDFS. */
export function tableQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'table', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/files/table', { params: { query: { path } }, signal })),
  })
}

/** The first names of a directory, for the completion of paths. */
export function namesQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'names', path],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/namespace/children', {
          params: { query: { path, limit: NAMES_MAX } },
          signal,
        }),
      ),
    staleTime: 10_000,
    retry: false,
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

/** Exact totals of a subtree; some the namenode must walk, so the answer is kept for half a minute. */
export function usageQuery(path: string) {
  return queryOptions({
    queryKey: [...namespaceKeys.all, 'usage', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/namespace/usage', { params: { query: { path } }, signal })),
    staleTime: 30_000,
  })
}
