import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { AuditEntry } from './schema'

export type { AuditEntry }

export const AUDIT_PAGE_ROWS = 50

export type AuditFilter = {
  actor?: string
  action?: string
  path?: string
  since?: string
  until?: string
  cursor?: string
}

export function auditQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/audit', {
          params: { query: { ...filter, limit: AUDIT_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** The whole log, as far as it matches, as CSV. */
export function auditFileUrl({ cursor: _cursor, ...filter }: AuditFilter): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined)
  return `/api/v1/audit/file?${new URLSearchParams(asked)}`
}
