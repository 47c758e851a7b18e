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

export function readGuardRule({ id }: GuardRule) {
  return answerOf(api.GET('/api/v1/guard/rules/{rule_id}', { params: { path: { rule_id: id } } }))
}

/** Changes a rule that is still in the state that was seen. */
export function updateGuardRule(seen: GuardRule, body: GuardRuleWriteRequest) {
  const params = { path: { rule_id: seen.id }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PUT('/api/v1/guard/rules/{rule_id}', { params, body }))
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

export function readWindow({ id }: FreezeWindow) {
  const params = { path: { window_id: id } }
  return answerOf(api.GET('/api/v1/guard/windows/{window_id}', { params }))
}

/** Changes a window that is still in the state that was seen. */
export function updateWindow(seen: FreezeWindow, body: FreezeWindowWriteRequest) {
  const params = { path: { window_id: seen.id }, header: { 'If-Match': seen.etag } }
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

export function readRoleLimit({ role }: RoleLimit) {
  return answerOf(api.GET('/api/v1/guard/limits/{role}', { params: { path: { role } } }))
}

/** Changes a limit that is still in the state that was seen. */
export function setRoleLimit(seen: RoleLimit, body: RoleLimitWriteRequest) {
  const params = { path: { role: seen.role }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PUT('/api/v1/guard/limits/{role}', { params, body }))
}
