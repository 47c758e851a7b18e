import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  ChangeState,
  LimitChange,
  LimitChangeDetails,
  LimitInForce,
  LimitKind,
  LimitNote,
  LimitPoint,
  LimitWriteRequest,
  WhatIf,
} from './schema'

export type {
  ChangeState,
  LimitChange,
  LimitChangeDetails,
  LimitInForce,
  LimitKind,
  LimitNote,
  LimitPoint,
  LimitWriteRequest,
  WhatIf,
}

export const LIMIT_KINDS = [
  'user',
  'address',
  'application',
] as const satisfies readonly LimitKind[]

const LIMITS_REFETCH_MS = 2_000
export const LIMIT_CHANGE_PAGE_ROWS = 25

export const limitKeys = { all: ['limits'] as const }

export function limitsQuery() {
  return queryOptions({
    queryKey: [...limitKeys.all, 'in-force'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/limits', { signal })),
    refetchInterval: LIMITS_REFETCH_MS,
  })
}

export function limitChangesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...limitKeys.all, 'changes', { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/limits/changes', {
          params: { query: { cursor, limit: LIMIT_CHANGE_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LIMITS_REFETCH_MS,
  })
}

export function limitChangeQuery(id: number) {
  return queryOptions({
    queryKey: [...limitKeys.all, 'change', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/limits/changes/{change_id}', {
          params: { path: { change_id: id } },
          signal,
        }),
      ),
    refetchInterval: LIMITS_REFETCH_MS,
  })
}

type Question = { kind: LimitKind; name: string; calls_per_second: number }

export function whatIfQuery(question: Question) {
  return queryOptions({
    queryKey: [...limitKeys.all, 'what-if', question],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/limits/what-if', { params: { query: question }, signal })),
    placeholderData: keepPreviousData,
  })
}

export function setLimit(body: LimitWriteRequest) {
  return answerOf(api.POST('/api/v1/limits', { body }))
}

export function liftLimit({ kind, name }: LimitInForce, reason: string) {
  return answerOf(api.DELETE('/api/v1/limits', { params: { query: { kind, name, reason } } }))
}
