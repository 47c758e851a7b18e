import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { operations, QuotaCounts, QuotaLimit, QuotaPage, QuotaUse } from './schema'

export type { QuotaCounts, QuotaLimit, QuotaPage, QuotaUse }

type Query = NonNullable<operations['usage_quotas']['parameters']['query']>
export type QuotaSort = NonNullable<Query['sort']>
export type QuotasAsked = { prefix?: string; sort: QuotaSort; cursor?: string }

export const QUOTA_SORTS = [
  'used',
  'full_on',
  'path',
  'space',
  'names',
  'growth',
] as const satisfies readonly QuotaSort[]
export const QUOTA_PAGE_ROWS = 50

const REFETCH_MS = 15_000

/** A page of the directories with a limit. Not for viewers. */
export function quotasQuery(asked: QuotasAsked) {
  return queryOptions({
    queryKey: ['usage-quotas', asked],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage/quotas', {
          params: { query: { ...asked, limit: QUOTA_PAGE_ROWS } },
          signal,
        }),
      ),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}
