import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  operations,
  UsageAnswer,
  UsageBreakdown,
  UsageGained,
  UsageGroup,
  UsageHistory,
  UsagePrice,
  Used,
  UsedChild,
} from './schema'

export type {
  UsageAnswer,
  UsageBreakdown,
  UsageGained,
  UsageGroup,
  UsageHistory,
  UsagePrice,
  Used,
  UsedChild,
}

export type UsageSort = NonNullable<operations['usage']['parameters']['query']['sort']>
export type UsageBy = operations['usage_breakdown']['parameters']['query']['by']

export const USAGE_PAGE_ROWS = 50

/** What parts are measured by; the API sorts by names, too. */
export const USAGE_MEASURES = ['space', 'length', 'files'] as const satisfies readonly UsageSort[]
export type UsageMeasure = (typeof USAGE_MEASURES)[number]

/** Orders of a directory's contents besides that by name, which the namenode has. */
export const FILES_ORDERS = [
  'length',
  'space',
  'files',
  'time',
] as const satisfies readonly UsageSort[]
export type FilesOrder = (typeof FILES_ORDERS)[number]

export const USAGE_BYS = [
  'owner',
  'group',
  'extension',
  'age',
  'policy',
  'type',
] as const satisfies readonly UsageBy[]

export const USAGE_SPANS = ['day', 'week', 'month', 'year'] as const satisfies readonly NonNullable<
  operations['usage_history']['parameters']['query']['span']
>[]
export type UsageSpan = (typeof USAGE_SPANS)[number]

const REFETCH_MS = 15_000
const GROUPS = 12
const GAINED = 8

type Asked = {
  path: string
  sort: UsageSort
  cursor?: string
  limit?: number
  /** How far back it is looked what each directory in it gained; not at all without it. */
  since?: UsageSpan
}

/** A directory's totals and a page of what is in it. Not for viewers. */
export function directoryUsageQuery({ path, sort, cursor, limit = USAGE_PAGE_ROWS, since }: Asked) {
  return queryOptions({
    queryKey: ['usage', path, { sort, cursor, limit, since }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage', {
          params: { query: { path, sort, cursor, limit, since } },
          signal,
        }),
      ),
    refetchInterval: REFETCH_MS,
    // The rows of another directory must never stand under this one's name.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === path ? keepPreviousData(previous) : undefined,
  })
}

/** All files below a directory by one of their properties. Not for viewers. */
export function usageBreakdownQuery(path: string, by: UsageBy, sort: UsageMeasure) {
  return queryOptions({
    queryKey: ['usage-breakdown', path, by, sort],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage/breakdown', {
          params: { query: { path, by, sort, limit: GROUPS } },
          signal,
        }),
      ),
    // It reads all files below: asked for again by whoever looks again.
    staleTime: 30_000,
    retry: false,
  })
}

/** A directory over time, the present last. Not for viewers. */
export function usageHistoryQuery(path: string, span: UsageSpan) {
  return queryOptions({
    queryKey: ['usage-history', path, span],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/usage/history', { params: { query: { path, span } }, signal })),
    refetchInterval: 60_000,
  })
}

/** The directories at and below one that gained most. Not for viewers. */
export function usageGrowthQuery(path: string, span: UsageSpan, sort: UsageMeasure) {
  return queryOptions({
    queryKey: ['usage-growth', path, span, sort],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage/growth', {
          params: { query: { path, span, sort, limit: GAINED } },
          signal,
        }),
      ),
    refetchInterval: 60_000,
    placeholderData: (previous, query) =>
      query?.queryKey[1] === path ? keepPreviousData(previous) : undefined,
  })
}
