import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  DatanodeDetails,
  DatanodePage,
  DatanodeStorage,
  FailedVolumes,
  SlowDisk,
  StorageTypeUsage,
} from './schema'

export type {
  DatanodeDetails,
  DatanodePage,
  DatanodeStorage,
  FailedVolumes,
  SlowDisk,
  StorageTypeUsage,
}

const REFETCH_INTERVAL_MS = 3_000

export const DATANODE_PAGE_ROWS = 50

export function datanodesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: ['datanodes', 'list', cursor ?? ''],
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
    queryKey: ['datanodes', 'one', uuid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/datanodes/{uuid}', { params: { path: { uuid } }, signal })),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
