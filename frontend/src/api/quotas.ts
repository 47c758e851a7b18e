import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { operations, QuotaCounts, QuotaLimit, QuotaPage, QuotaUse } from './schema'

export type { QuotaCounts, QuotaLimit, QuotaPage, QuotaUse }

export type StorageType = QuotaUse['types'][number]['storage_type']

/** Those that a limit can be set for, the common ones first. */
export const STORAGE_TYPES = [
  'SSD',
  'DISK',
  'ARCHIVE',
  'NVDIMM',
  'PROVIDED',
] as const satisfies readonly StorageType[]

/** The member in which jobs and their results have the limit of a type of storage. */
export function typeLimitName<Type extends StorageType>(type: Type) {
  return TYPE_LIMIT_NAMES[type]
}

const TYPE_LIMIT_NAMES = {
  SSD: 'ssd_quota_bytes',
  DISK: 'disk_quota_bytes',
  ARCHIVE: 'archive_quota_bytes',
  NVDIMM: 'nvdimm_quota_bytes',
  PROVIDED: 'provided_quota_bytes',
} as const satisfies Record<StorageType, string>

type Query = NonNullable<operations['usage_quotas']['parameters']['query']>
export type QuotaSort = NonNullable<Query['sort']>
export type QuotasAsked = Pick<Query, 'prefix' | 'sort' | 'direction' | 'cursor'>

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
