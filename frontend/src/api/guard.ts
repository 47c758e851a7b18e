import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { GuardRule, GuardRuleWriteRequest } from './schema'

export type { GuardRule, GuardRuleWriteRequest }

export const guardKeys = { all: ['guard'] as const }

export function guardRulesQuery() {
  return queryOptions({
    queryKey: [...guardKeys.all, 'rules'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/guard/rules', { signal })),
  })
}

export function createGuardRule(body: GuardRuleWriteRequest) {
  return answerOf(api.POST('/api/v1/guard/rules', { body }))
}

export function updateGuardRule(rule_id: number, body: GuardRuleWriteRequest) {
  return answerOf(api.PUT('/api/v1/guard/rules/{rule_id}', { params: { path: { rule_id } }, body }))
}

export function deleteGuardRule(rule_id: number) {
  return done(api.DELETE('/api/v1/guard/rules/{rule_id}', { params: { path: { rule_id } } }))
}
