import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import { STORAGE_POLICIES } from './language'
import { refetchMs } from './live'
import type {
  Job,
  JobChange,
  JobCheck,
  JobCreateRequest,
  JobError,
  IfChangedEnum as JobIfChanged,
  IfQuotaExceededEnum as JobIfQuotaExceeded,
  JobKind,
  JobPriority,
  JobQuotaAmount,
  JobState,
} from './schema'

export type {
  JobCheckNamed as CheckedEntry,
  SelectionRequest as JobSelectionRequest,
  SetQuotaParametersRequest as QuotaParameters,
} from './schema'
export type {
  Job,
  JobChange,
  JobCheck,
  JobCreateRequest,
  JobError,
  JobIfChanged,
  JobIfQuotaExceeded,
  JobKind,
  JobPriority,
  JobQuotaAmount,
  JobState,
}

/** The kinds that are started with a path and parameters. */
export const STARTED_KINDS = [
  'set_quota',
  'set_owner',
  'set_permission',
  'set_replication',
  'set_storage_policy',
  'set_erasure_coding',
  'set_acl',
  'set_xattr',
  'move',
  'delete',
  'restore',
] as const satisfies readonly JobKind[]

export type StartedKind = (typeof STARTED_KINDS)[number]

export function isStartedKind(kind: JobKind): kind is StartedKind {
  return STARTED_KINDS.some((each) => each === kind)
}

/** Those that can be started for entries that are chosen one by one. */
export const SELECTED_KINDS = [
  'set_owner',
  'set_permission',
  'set_replication',
  'set_storage_policy',
  'set_erasure_coding',
  'set_acl',
  'set_xattr',
  'move',
  'delete',
] as const satisfies readonly StartedKind[]

export type SelectedKind = (typeof SELECTED_KINDS)[number]

export type StoragePolicy = (typeof STORAGE_POLICIES)[number]

export function isStoragePolicy(name: string): name is StoragePolicy {
  return STORAGE_POLICIES.some((each) => each === name)
}

/** Those that are about no entry. */
export const INDEX_KINDS = ['rebuild_index', 'repair_index'] as const satisfies readonly JobKind[]

export const JOB_KINDS = [
  ...STARTED_KINDS,
  'undo',
  'take_in',
  'repartition',
  ...INDEX_KINDS,
  'export',
  'follow_hdfs',
  'take_over',
] as const satisfies readonly JobKind[]

export type IndexKind = (typeof INDEX_KINDS)[number]

/** What begins a job on entries, which a dry run can try before. */
export type EntryJobRequest = Extract<JobCreateRequest, { kind: StartedKind }>

export function isOfIndex(kind: JobKind): kind is IndexKind {
  return INDEX_KINDS.some((each) => each === kind)
}

export const JOB_STATES = [
  'waiting_for_approval',
  'refused',
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'cancelled',
  'succeeded',
  'succeeded_with_errors',
  'failed',
] as const satisfies readonly JobState[]

export const JOB_PRIORITIES = ['low', 'normal', 'high'] as const satisfies readonly JobPriority[]

export const JOB_PAGE_ROWS = 50
export const JOB_ERROR_PAGE_ROWS = 50
export const JOB_CHANGE_PAGE_ROWS = 50

const ACTIVE_REFETCH_MS = 1_000
const IDLE_REFETCH_MS = 5_000

export const jobKeys = { all: ['jobs'] as const }

export type JobFilter = { state?: JobState; kind?: JobKind; cursor?: string }

/** Whether a job has not ended. */
export function isActive(state: JobState): boolean {
  return state === 'paused' || state === 'waiting_for_approval' || isWorkedOn(state)
}

/** Whether a job changes by itself. */
function isWorkedOn(state: JobState): boolean {
  return state === 'queued' || state === 'running' || state === 'pausing' || state === 'cancelling'
}

export function jobsQuery(filter: JobFilter, limit = JOB_PAGE_ROWS) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'list', filter, limit],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/jobs', { params: { query: { ...filter, limit } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      refetchMs(
        'jobs',
        query.state.data?.items.some((job) => isWorkedOn(job.state))
          ? ACTIVE_REFETCH_MS
          : IDLE_REFETCH_MS,
      ),
  })
}

function oneRefetchMs({ state, check }: Job): number | false {
  if (isWorkedOn(state) || check?.state === 'running') return ACTIVE_REFETCH_MS
  return isActive(state) ? IDLE_REFETCH_MS : false
}

/** One job, followed closely until it has ended. */
export function jobQuery(job_id: number) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'one', job_id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/jobs/{job_id}', { params: { path: { job_id } }, signal })),
    refetchInterval: (query) =>
      refetchMs('jobs', query.state.data ? oneRefetchMs(query.state.data) : ACTIVE_REFETCH_MS),
  })
}

/** `count`: how many errors the job has met so far; the list is read again when it rises. */
export function jobErrorsQuery(job_id: number, cursor: string | undefined, count: number) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'errors', job_id, { cursor, count }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/jobs/{job_id}/errors', {
          params: { path: { job_id }, query: { cursor, limit: JOB_ERROR_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** All errors that were kept, as CSV. */
export function jobErrorsFileUrl(jobId: number): string {
  return `/api/v1/jobs/${jobId}/errors/file`
}

/** `count`: how much the job has changed so far; the list is read again when it rises. */
export function jobChangesQuery(job_id: number, cursor: string | undefined, count: number) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'changes', job_id, { cursor, count }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/jobs/{job_id}/changes', {
          params: { path: { job_id }, query: { cursor, limit: JOB_CHANGE_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** All values before and after, as CSV. */
export function jobChangesFileUrl(jobId: number): string {
  return `/api/v1/jobs/${jobId}/changes/file`
}

/**
 * Starts a job. A request that is sent again with the same key answers the job that the first
 * one made, so a lost answer can't start a second one.
 */
export function startJob(body: JobCreateRequest, idempotencyKey: string): Promise<Job> {
  return answerOf(
    api.POST('/api/v1/jobs', {
      body,
      params: { header: { 'Idempotency-Key': idempotencyKey } },
    }),
  )
}

export type TakeInRequest = Omit<Extract<JobCreateRequest, { kind: 'take_in' }>, 'kind'>

/** Starts a job that brings the bytes of a tree's small files into the database. */
export function startTakeIn(request: TakeInRequest, idempotencyKey: string): Promise<Job> {
  return startJob({ kind: 'take_in', ...request }, idempotencyKey)
}

/**
 * `reason`: for who has to approve it, where a rule of the guard asks for that. `if_changed`: what
 * becomes of what changed since it was chosen, of a selection.
 */
export function promoteJob(
  job_id: number,
  reason: string,
  if_changed: JobIfChanged | undefined,
  if_quota_exceeded: JobIfQuotaExceeded,
): Promise<Job> {
  return answerOf(
    api.POST('/api/v1/jobs/{job_id}/promote', {
      body: { reason, if_changed, if_quota_exceeded },
      params: { path: { job_id } },
    }),
  )
}

/** Has a worker look at what of a plan is still as it was. */
export function checkJob(job_id: number): Promise<Job> {
  return answerOf(api.POST('/api/v1/jobs/{job_id}/check', { params: { path: { job_id } } }))
}

/** `began_at`: of the check, whose entries these are. */
export function checkedEntriesQuery(job_id: number, began_at: string) {
  return queryOptions({
    queryKey: [...jobKeys.all, 'checked', job_id, began_at],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/jobs/{job_id}/check', { params: { path: { job_id } }, signal })),
  })
}

/** Starts the dry run of a job that takes this one back. */
export function planUndo(job_id: number, idempotencyKey: string): Promise<Job> {
  return answerOf(
    api.POST('/api/v1/jobs/{job_id}/undo', {
      body: { dry_run: true },
      params: { path: { job_id }, header: { 'Idempotency-Key': idempotencyKey } },
    }),
  )
}

export function cancelJob(job_id: number): Promise<Job> {
  return answerOf(api.POST('/api/v1/jobs/{job_id}/cancel', { params: { path: { job_id } } }))
}

/** Has a job stand still after the step that is under way. */
export function pauseJob(job_id: number): Promise<Job> {
  return answerOf(api.POST('/api/v1/jobs/{job_id}/pause', { params: { path: { job_id } } }))
}

export function resumeJob(job_id: number): Promise<Job> {
  return answerOf(api.POST('/api/v1/jobs/{job_id}/resume', { params: { path: { job_id } } }))
}

/** Bounds a job to so many inodes a second; null has the bound of all jobs hold, if any. */
export function boundJob(job_id: number, inodes_per_s_max: number | null): Promise<Job> {
  return answerOf(
    api.POST('/api/v1/jobs/{job_id}/rate', {
      body: { inodes_per_s_max },
      params: { path: { job_id } },
    }),
  )
}

export function prioritiseJob(job_id: number, priority: JobPriority): Promise<Job> {
  return answerOf(
    api.POST('/api/v1/jobs/{job_id}/priority', {
      body: { priority },
      params: { path: { job_id } },
    }),
  )
}

/** A fresh key. crypto.randomUUID is missing on plain http beyond localhost; this is not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
