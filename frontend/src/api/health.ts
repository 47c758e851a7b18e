import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import { refetchMs } from './live'
import type {
  HealthChange,
  HealthCheck,
  HealthCheckKey,
  HealthChecks,
  HealthMutingRequest,
  HealthVerdict,
} from './schema'

export type {
  HealthChange,
  HealthCheck,
  HealthCheckKey,
  HealthChecks,
  HealthMutingRequest,
  HealthVerdict,
}

/** The checks are made every ten seconds. */
const HEALTH_REFETCH_MS = 5_000
export const HEALTH_CHANGE_PAGE_ROWS = 25

export const healthKeys = { all: ['health'] as const }

export function healthQuery() {
  return queryOptions({
    queryKey: [...healthKeys.all, 'checks'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/health/checks', { signal })),
    refetchInterval: () => refetchMs('health', HEALTH_REFETCH_MS),
  })
}

export function healthChangesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...healthKeys.all, 'changes', { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/health/changes', {
          params: { query: { cursor, limit: HEALTH_CHANGE_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: () => refetchMs('health', HEALTH_REFETCH_MS),
  })
}

export function muteCheck(key: HealthCheckKey, body: HealthMutingRequest) {
  return answerOf(api.PUT('/api/v1/health/checks/{key}/mute', { params: { path: { key } }, body }))
}

export function unmuteCheck(key: HealthCheckKey) {
  return done(api.DELETE('/api/v1/health/checks/{key}/mute', { params: { path: { key } } }))
}
