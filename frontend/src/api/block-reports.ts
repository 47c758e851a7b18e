import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  ActiveBlockReport,
  BlockReport,
  BlockReportHistory,
  BlockReportPage,
  StorageBlockReports,
} from './schema'

export type {
  ActiveBlockReport,
  BlockReport,
  BlockReportHistory,
  BlockReportPage,
  StorageBlockReports,
}

const REFETCH_INTERVAL_MS = 3_000

export const BLOCK_REPORT_PAGE_ROWS = 50

export function blockReportsQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: ['block-reports', 'list', cursor ?? ''],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/block-reports', {
          params: { query: { cursor, limit: BLOCK_REPORT_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function blockReportHistoryQuery(storageId: number) {
  return queryOptions({
    queryKey: ['block-reports', 'one', storageId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/block-reports/{storage_id}', {
          params: { path: { storage_id: storageId } },
          signal,
        }),
      ),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
