import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type {
  operations,
  Snapshot,
  SnapshotComparison,
  SnapshotDifference,
  SnapshotDifferenceKind,
  SnapshotPage,
  SnapshotRestore,
  SnapshottableDirectory,
  SnapshottableDirectoryPage,
} from './schema'

export type {
  Snapshot,
  SnapshotComparison,
  SnapshotDifference,
  SnapshotDifferenceKind,
  SnapshotPage,
  SnapshotRestore,
  SnapshottableDirectory,
  SnapshottableDirectoryPage,
}

export const SNAPSHOT_PAGE_ROWS = 50

/** The most that one call answers: what a comparison is chosen from. */
const NAMES_MAX = 200

export const snapshotKeys = { all: ['snapshots'] as const }

type DirectoriesAsked = { prefix?: string; cursor?: string }

/** Where snapshots may be taken. */
export function snapshottableQuery(asked: DirectoriesAsked) {
  const query = { ...asked, limit: SNAPSHOT_PAGE_ROWS }
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'directories', query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/snapshots/directories', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The snapshots of a directory, the newest first. */
export function snapshotsQuery({ path, cursor }: { path: string; cursor?: string }) {
  const query = { path, cursor, limit: SNAPSHOT_PAGE_ROWS }
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'of', path, query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/snapshots', { params: { query }, signal })),
  })
}

/** One snapshot by its name. */
export function snapshotQuery(path: string, name: string) {
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'of', path, 'one', name],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/snapshots/one', { params: { query: { path, name } }, signal })),
    retry: false,
  })
}

/** The names of a directory's newest snapshots. */
export function snapshotNamesQuery(path: string) {
  const query = { path, limit: NAMES_MAX }
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'of', path, 'names'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/snapshots', { params: { query }, signal })),
    select: ({ items }) => items.map(({ name }) => name),
  })
}

type DifferencesQuery = operations['snapshots_differences']['parameters']['query']
export type DifferencesAsked = Pick<
  DifferencesQuery,
  'path' | 'earlier' | 'later' | 'kind' | 'q' | 'cursor'
>

/** A page of what became different; the first one compares. */
export function differencesQuery(asked: DifferencesAsked) {
  const query = { ...asked, limit: SNAPSHOT_PAGE_ROWS }
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'differences', query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/snapshots/differences', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    // What is compared anew is another comparison than the one whose pages are read.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function allowSnapshots(path: string): Promise<SnapshottableDirectory> {
  return answerOf(api.POST('/api/v1/snapshots/directories', { body: { path } }))
}

export function disallowSnapshots(directory: SnapshottableDirectory): Promise<void> {
  return done(
    api.DELETE('/api/v1/snapshots/directories', {
      params: { query: { path: directory.path }, header: { 'If-Match': directory.etag } },
    }),
  )
}

export function takeSnapshot(body: { path: string; name: string }): Promise<Snapshot> {
  return answerOf(api.POST('/api/v1/snapshots', { body }))
}

export function renameSnapshot(snapshot: Snapshot, name: string): Promise<Snapshot> {
  return answerOf(api.PATCH('/api/v1/snapshots/one', { params: ofState(snapshot), body: { name } }))
}

export function deleteSnapshot(snapshot: Snapshot): Promise<void> {
  return done(api.DELETE('/api/v1/snapshots/one', { params: ofState(snapshot) }))
}

/** The snapshot in the state in which it was shown. */
function ofState({ directory, name, etag }: Snapshot) {
  return { query: { path: directory, name }, header: { 'If-Match': etag } }
}

const RESTORE_REFETCH_MS = 2_000
const RESTORES_SHOWN = 10

export function isUnfinished({ state }: SnapshotRestore): boolean {
  return state === 'waiting' || state === 'running'
}

/** The last restores out of snapshots of a directory; asked for again while one is under way. */
export function restoresQuery(path: string) {
  const query = { path, limit: RESTORES_SHOWN }
  return queryOptions({
    queryKey: [...snapshotKeys.all, 'restores', path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/snapshots/restores', { params: { query }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isUnfinished) ? RESTORE_REFETCH_MS : false,
  })
}

export function restoreFromSnapshot(body: {
  path: string
  to: string
  overwrite: boolean
}): Promise<SnapshotRestore> {
  return answerOf(api.POST('/api/v1/snapshots/restores', { body }))
}

export function cancelRestore(id: number): Promise<SnapshotRestore> {
  return answerOf(
    api.POST('/api/v1/snapshots/restores/{restore_id}/cancel', {
      params: { path: { restore_id: id } },
    }),
  )
}
