import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  DatanodeDetails,
  DatanodePage,
  DatanodeService,
  DatanodeStorage,
  FailedVolumes,
  ServiceChange,
  ServiceWriteRequest,
  SlowDisk,
  StorageTypeUsage,
} from './schema'

export type {
  DatanodeDetails,
  DatanodePage,
  DatanodeService,
  DatanodeStorage,
  FailedVolumes,
  ServiceChange,
  ServiceWriteRequest,
  SlowDisk,
  StorageTypeUsage,
}

const REFETCH_INTERVAL_MS = 3_000

export const DATANODE_PAGE_ROWS = 50
export const datanodeKeys = { all: ['datanodes'] as const }

export function datanodesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...datanodeKeys.all, 'list', cursor ?? ''],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/datanodes', {
          params: { query: { cursor, limit: DATANODE_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function datanodeQuery(uuid: string) {
  return queryOptions({
    queryKey: [...datanodeKeys.all, 'one', uuid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/datanodes/{uuid}', { params: { path: { uuid } }, signal })),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

/** The newest change of its service that was asked for. */
export function serviceChangesQuery(uuid: string) {
  return queryOptions({
    queryKey: [...datanodeKeys.all, 'service', uuid],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/datanodes/{uuid}/service', {
          params: { path: { uuid }, query: { limit: 1 } },
          signal,
        }),
      ),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function changeService(uuid: string, body: ServiceWriteRequest) {
  return answerOf(
    api.POST('/api/v1/datanodes/{uuid}/service', { params: { path: { uuid } }, body }),
  )
}
