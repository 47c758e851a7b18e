import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type {
  FreezeWindow,
  FreezeWindowWriteRequest,
  GuardRule,
  GuardRuleWriteRequest,
  RoleLimit,
  RoleLimitWriteRequest,
} from './schema'

export type {
  FreezeWindow,
  FreezeWindowWriteRequest,
  GuardRule,
  GuardRuleWriteRequest,
  RoleLimit,
  RoleLimitWriteRequest,
}

const WINDOWS_REFETCH_MS = 15_000

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

export function windowsQuery() {
  return queryOptions({
    queryKey: [...guardKeys.all, 'windows'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/guard/windows', { signal })),
    refetchInterval: WINDOWS_REFETCH_MS,
  })
}

export function createWindow(body: FreezeWindowWriteRequest) {
  return answerOf(api.POST('/api/v1/guard/windows', { body }))
}

export function updateWindow(window_id: number, body: FreezeWindowWriteRequest) {
  const params = { path: { window_id } }
  return answerOf(api.PUT('/api/v1/guard/windows/{window_id}', { params, body }))
}

export function deleteWindow(window_id: number) {
  return done(api.DELETE('/api/v1/guard/windows/{window_id}', { params: { path: { window_id } } }))
}

/** Lets jobs act until the end of the window that holds now. */
export function liftWindow(window_id: number) {
  const params = { path: { window_id } }
  return answerOf(api.POST('/api/v1/guard/windows/{window_id}/lift', { params }))
}

export function roleLimitsQuery() {
  return queryOptions({
    queryKey: [...guardKeys.all, 'limits'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/guard/limits', { signal })),
  })
}

export function setRoleLimit(role: string, body: RoleLimitWriteRequest) {
  return answerOf(api.PUT('/api/v1/guard/limits/{role}', { params: { path: { role } }, body }))
}
