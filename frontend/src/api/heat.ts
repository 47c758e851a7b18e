import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { Heat, HeatBy, HeatEntry, HeatWindow, NamenodeHeat } from './schema'

export type { Heat, HeatBy, HeatEntry, HeatWindow, NamenodeHeat }

export const HEAT_WINDOWS = ['10s', '1m', '10m', '1h'] as const satisfies readonly HeatWindow[]

/** What single things are counted by; the other kinds are pairs of these. */
export const HEAT_KINDS = [
  'user',
  'directory',
  'application',
  'address',
  'operation',
  'path',
] as const satisfies readonly HeatBy[]

export type HeatKind = (typeof HEAT_KINDS)[number]

const HEAT_REFETCH_MS = 3_000
export const HEAT_ROWS = 20
const PAIR_ROWS = 8

type Question = {
  by: HeatBy
  window: HeatWindow
  key?: string
  of?: string
  /** Look up which shard each directory's children are in. */
  shards?: boolean
}

export function heatQuery(question: Question) {
  const pair = question.key !== undefined || question.of !== undefined
  return queryOptions({
    queryKey: ['heat', question],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/heat', {
          params: { query: { ...question, limit: pair ? PAIR_ROWS : HEAT_ROWS } },
          signal,
        }),
      ),
    placeholderData: pair ? undefined : keepPreviousData,
    refetchInterval: HEAT_REFETCH_MS,
  })
}
