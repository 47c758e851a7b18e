import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import { type Job, startJob } from './jobs'
import type {
  Migration,
  MigrationStage,
  MigrationTakeOver,
  RehearsalVerdict,
  TakeOverAttempt,
  TakeOverObjection,
  TakeOverRequest,
} from './schema'

export type {
  Migration,
  MigrationStage,
  MigrationTakeOver,
  RehearsalVerdict,
  TakeOverAttempt,
  TakeOverObjection,
  TakeOverRequest,
}

const GOES_ON_REFETCH_MS = 2_000
const IDLE_REFETCH_MS = 10_000

/** How far the migration is, as whoever asks last was told. */
export function migrationQuery() {
  return queryOptions({
    queryKey: ['migration'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/migration', { signal })),
  })
}

/** How soon the page looks again. */
export function migrationRefetchMs(seen: Migration | undefined): number {
  const still = seen?.stage === 'not_migrated' || seen?.stage === 'taken_over'
  return still ? IDLE_REFETCH_MS : GOES_ON_REFETCH_MS
}

/** Asks for the take-over, which waits for somebody else then. */
export function askForTakeOver(
  despite: TakeOverObjection[],
  reason: string,
  idempotencyKey: string,
): Promise<Job> {
  return startJob({ kind: 'take_over', parameters: { despite }, reason }, idempotencyKey)
}

/** Has the host begin the take-over that was approved. */
export function beginTakeOver(idempotencyKey: string) {
  return answerOf(
    api.POST('/api/v1/migration/take-over', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
    }),
  )
}

/** All that the last rehearsal found, as CSV. */
export const FINDINGS_FILE_URL = '/api/v1/migration/findings/file'
