import type { Job } from '~/api/jobs'
import { timeIn, type World } from './world'

/** Begins a check of a plan. */
export function beginCheck(world: World, job: Job): void {
  job.check = {
    state: 'running',
    asked_by: world.me?.username ?? 'SYSTEM',
    began_at: timeIn(world),
    ended_at: null,
    as_of: null,
    selection: null,
    tree: null,
    problem: null,
  }
}

/** Ends the check of a plan that is under way, with what it finds here. */
export function endCheck(world: World, job: Job): void {
  if (job.check?.state !== 'running') return
  job.check = {
    ...job.check,
    state: 'succeeded',
    ended_at: timeIn(world),
    as_of: timeIn(world),
    ...world.jobChecked.get(job.id)?.check,
  }
}
