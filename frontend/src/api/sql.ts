import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type {
  SavedQuery,
  SavedQueryWriteRequest,
  SqlColumn,
  SqlEngine,
  SqlQuery,
  SqlReport,
  SqlRunRequest,
  SqlTable,
} from './schema'

export type { SavedQuery, SqlColumn, SqlEngine, SqlQuery, SqlReport, SqlTable }

export const SQL_PAGE_ROWS = 100
export const SQL_HISTORY_ROWS = 20

const WAIT_MS = 1_000
const REFETCH_MS = 200
const REPLICA_REFETCH_MS = 5_000
/** A report's answer is shown again for this long before it is asked anew. */
const REPORT_FRESH_MS = 30_000

export const sqlKeys = { all: ['sql'] as const, saved: ['sql', 'saved'] as const }

export function isRunning(query: Pick<SqlQuery, 'state'>): boolean {
  return query.state === 'queued' || query.state === 'running'
}

export function runSql(body: SqlRunRequest): Promise<SqlQuery> {
  return answerOf(api.POST('/api/v1/sql', { body }))
}

/** One query, followed until it has ended. */
export function sqlQuery(query_id: number | undefined) {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'one', query_id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sql/queries/{query_id}', {
          params: { path: { query_id: query_id ?? 0 }, query: { wait_ms: WAIT_MS } },
          signal,
        }),
      ),
    enabled: query_id !== undefined,
    refetchInterval: (query) =>
      query.state.data && isRunning(query.state.data) ? REFETCH_MS : false,
  })
}

export function cancelSql(query_id: number): Promise<SqlQuery> {
  return answerOf(
    api.POST('/api/v1/sql/queries/{query_id}/cancel', { params: { path: { query_id } } }),
  )
}

export function sqlRowsQuery(query_id: number, cursor: string | undefined, limit = SQL_PAGE_ROWS) {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'rows', query_id, cursor, limit],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sql/queries/{query_id}/rows', {
          params: { path: { query_id }, query: { cursor, limit } },
          signal,
        }),
      ),
    // A result never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (old, query) => (query?.queryKey[2] === query_id ? old : undefined),
  })
}

export function sqlFileUrl(query_id: number, kind: 'csv' | 'parquet'): string {
  return `/api/v1/sql/queries/${query_id}/file?kind=${kind}`
}

export function sqlHistoryQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'history', cursor],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sql/queries', {
          params: { query: { cursor, limit: SQL_HISTORY_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

export function sqlTablesQuery(engine: SqlEngine = 'duckdb') {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'tables', engine],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sql/tables', { params: { query: { engine } }, signal })),
    staleTime: 60_000,
  })
}

export function sqlReplicaQuery() {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'replica'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/sql/replica', { signal })),
    refetchInterval: REPLICA_REFETCH_MS,
  })
}

export function savedQueriesQuery() {
  return queryOptions({
    queryKey: sqlKeys.saved,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sql/saved', { params: { query: { limit: 200 } }, signal })),
  })
}

export function saveSql(body: SavedQueryWriteRequest): Promise<SavedQuery> {
  return answerOf(api.POST('/api/v1/sql/saved', { body }))
}

export function deleteSavedSql(saved_id: number): Promise<void> {
  return done(api.DELETE('/api/v1/sql/saved/{saved_id}', { params: { path: { saved_id } } }))
}

export function reportsQuery() {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'reports'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/sql/reports', { signal })),
    staleTime: 60_000,
  })
}

/** A report's statement, run; the query may still be under way. */
export function reportRunQuery(report: SqlReport | undefined) {
  return queryOptions({
    queryKey: [...sqlKeys.all, 'report', report?.name],
    queryFn: () =>
      runSql({
        statement: report?.statement ?? '',
        report: report?.name,
        explain: false,
        wait_ms: 5_000,
      }),
    enabled: report !== undefined,
    staleTime: REPORT_FRESH_MS,
  })
}
