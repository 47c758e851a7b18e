import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import { refetchMs } from './live'
import type { Rule, RuleEvery, RuleKind, RuleRun, RuleRunState, RuleWriteRequest } from './schema'

export type { Rule, RuleEvery, RuleKind, RuleRun, RuleRunState, RuleWriteRequest }

export const RUN_PAGE_ROWS = 25
const RULES_REFETCH_MS = 15_000
const BUSY_REFETCH_MS = 2_000
const IDLE_REFETCH_MS = 10_000

export const ruleKeys = { all: ['rules'] as const }

export function rulesQuery() {
  return queryOptions({
    queryKey: [...ruleKeys.all, 'list'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/rules', { signal })),
    refetchInterval: () => refetchMs('rules', RULES_REFETCH_MS),
  })
}

export function isUnderWay(state: RuleRunState): boolean {
  return state === 'planning' || state === 'acting'
}

/** A rule's runs, newest first; followed closely while one is under way. */
export function runsQuery(rule_id: number, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...ruleKeys.all, 'runs', rule_id, { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/rules/{rule_id}/runs', {
          params: { path: { rule_id }, query: { cursor, limit: RUN_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      refetchMs(
        'rules',
        query.state.data?.items.some(({ state }) => isUnderWay(state))
          ? BUSY_REFETCH_MS
          : IDLE_REFETCH_MS,
      ),
  })
}

export function createRule(body: RuleWriteRequest) {
  return answerOf(api.POST('/api/v1/rules', { body }))
}

export function readRule({ id }: Rule) {
  return answerOf(api.GET('/api/v1/rules/{rule_id}', { params: { path: { rule_id: id } } }))
}

/** Changes a rule that is still in the state that was seen. */
export function updateRule(seen: Rule, body: RuleWriteRequest) {
  const params = { path: { rule_id: seen.id }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PUT('/api/v1/rules/{rule_id}', { params, body }))
}

export function deleteRule(rule_id: number) {
  return done(api.DELETE('/api/v1/rules/{rule_id}', { params: { path: { rule_id } } }))
}

export function armRule(rule_id: number, armed: boolean) {
  const params = { path: { rule_id } }
  return armed
    ? answerOf(api.POST('/api/v1/rules/{rule_id}/arm', { params }))
    : answerOf(api.POST('/api/v1/rules/{rule_id}/disarm', { params }))
}

export function runRule(rule_id: number) {
  return answerOf(api.POST('/api/v1/rules/{rule_id}/run', { params: { path: { rule_id } } }))
}
