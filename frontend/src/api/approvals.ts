import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { t } from '~/i18n/t'
import { type Me, maySomewhere } from './auth'
import { answerOf, api } from './client'
import { jobKeys } from './jobs'
import { refetchMs } from './live'
import type { Job } from './schema'

export type Approval = NonNullable<Job['approval']>

export const APPROVAL_PAGE_ROWS = 50
const REFETCH_MS = 15_000

/** Jobs that wait for a second person: those that one may decide oneself, or all. */
export function approvalsQuery(filter: { all?: boolean; cursor?: string } = {}) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'approvals', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/approvals', {
          params: { query: { ...filter, limit: APPROVAL_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: () => refetchMs('approvals', REFETCH_MS),
  })
}

export type Decision = 'approve' | 'refuse'

/** The job as it was looked at goes along: what changed since is not approved. */
export function decide(job_id: number, approval: Approval, decision: Decision, comment: string) {
  const params = { path: { job_id } }
  if (decision === 'refuse') {
    return answerOf(api.POST('/api/v1/jobs/{job_id}/refuse', { params, body: { comment } }))
  }
  const { content_sha256 } = approval
  return answerOf(
    api.POST('/api/v1/jobs/{job_id}/approve', { params, body: { content_sha256, comment } }),
  )
}

/** Whether this user may approve anything anywhere. */
export function approves(me: Me): boolean {
  return maySomewhere(me, 'approve') || maySomewhere(me, 'approve_as_admin')
}

/** Why this user can't decide, as far as it is known here: where, the platform says. */
export function decideRefusal(approval: Approval, me: Me): string | undefined {
  if (approval.not_by.includes(me.username)) {
    return t('You asked for this job or planned it: somebody else decides')
  }
  if (approval.approver === 'admin') {
    return maySomewhere(me, 'approve_as_admin') ? undefined : t('Administrators decide this')
  }
  return approves(me) ? undefined : t('Who may approve jobs decides this, as operators may')
}
