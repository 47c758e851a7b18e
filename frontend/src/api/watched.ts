import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { AllWatched, Watched, WatchedNow } from './schema'

export type { AllWatched, Watched, WatchedNow }

export const watchedKeys = { all: ['usage-watched'] as const }

/** The directories whose past is kept whatever their size. Not for viewers. */
export function watchedQuery() {
  return queryOptions({
    queryKey: watchedKeys.all,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/usage/watched', { signal })),
    refetchInterval: 60_000,
  })
}

export function watchDirectory(path: string) {
  return answerOf(api.POST('/api/v1/usage/watched', { body: { path } }))
}

export function unwatchDirectory(inodeId: number) {
  return done(
    api.DELETE('/api/v1/usage/watched/{inode_id}', { params: { path: { inode_id: inodeId } } }),
  )
}
