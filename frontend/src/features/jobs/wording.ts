import type { Job, JobKind, JobPriority, JobState } from '~/api/jobs'
import { STORAGE_TYPES, typeLimitName } from '~/api/quotas'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { formatMode } from '~/format/mode'
import { visibleName } from '~/format/path'

const KIND_LABELS: Record<JobKind, string> = {
  set_quota: 'Set quota',
  set_owner: 'Change owner',
  set_permission: 'Change permissions',
  delete: 'Delete',
  restore: 'Restore',
  undo: 'Undo',
}

export function kindLabel(kind: JobKind): string {
  return KIND_LABELS[kind]
}

const STATE_LABELS: Record<JobState, string> = {
  waiting_for_approval: 'Waits for approval',
  refused: 'Refused',
  queued: 'Queued',
  running: 'Running',
  pausing: 'Pausing',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  succeeded: 'Succeeded',
  failed: 'Failed',
  succeeded_with_errors: 'Done, with errors',
}

export function stateLabel(state: JobState): string {
  return STATE_LABELS[state]
}

const PRIORITY_LABELS: Record<JobPriority, string> = { low: 'Low', normal: 'Normal', high: 'High' }

export function priorityLabel(priority: JobPriority): string {
  return PRIORITY_LABELS[priority]
}

export type Parameters = Job['parameters']

/** A job's parameters as the end of a sentence: "owner etl, group data". */
export function describeParameters(kind: JobKind, parameters: Parameters): string {
  const parts: string[] = []
  if ('owner' in parameters && parameters.owner) parts.push(`owner ${parameters.owner}`)
  if ('group' in parameters && parameters.group) parts.push(`group ${parameters.group}`)
  if ('mode' in parameters && parameters.mode) parts.push(describeMode('mode', parameters.mode))
  if ('directory_mode' in parameters && parameters.directory_mode)
    parts.push(describeMode('directories', parameters.directory_mode))
  if ('file_mode' in parameters && parameters.file_mode)
    parts.push(describeMode('files', parameters.file_mode))
  if ('namespace_quota' in parameters && parameters.namespace_quota !== undefined)
    parts.push(
      parameters.namespace_quota === null
        ? 'no limit on entries'
        : `at most ${plural(parameters.namespace_quota, 'entry')}`,
    )
  if ('space_quota_bytes' in parameters && parameters.space_quota_bytes !== undefined)
    parts.push(
      parameters.space_quota_bytes === null
        ? 'no limit on space'
        : `at most ${formatBytes(parameters.space_quota_bytes)} with replicas`,
    )
  for (const type of STORAGE_TYPES) {
    const limit = parameters[typeLimitName(type)]
    if (limit !== undefined)
      parts.push(
        limit === null ? `no limit on ${type}` : `at most ${formatBytes(limit)} on ${type}`,
      )
  }
  if ('to' in parameters && parameters.to) parts.push(`to ${visibleName(parameters.to)}`)
  if (kind === 'delete') parts.push(skipsTrash(parameters) ? 'for good' : 'to the trash')
  return parts.join(', ')
}

function describeMode(what: string, mode: string): string {
  return `${what} ${mode} (${formatMode(mode)})`
}

export function skipsTrash(parameters: Parameters): boolean {
  return 'skip_trash' in parameters && parameters.skip_trash === true
}

/** What a dry run counted: "1,204 entries (1,100 files, 104 directories, 3.4 GiB)". */
export function describeExtent(progress: Job['progress']): string {
  const { files, directories, length_bytes } = progress
  const inside = `${plural(files, 'file')}, ${plural(directories, 'directory')}, ${formatBytes(length_bytes)}`
  return `${plural(files + directories, 'entry')} (${inside})`
}

type MarkingRule = {
  kinds: JobKind[]
  path_prefix: string | null
  inodes_min: number | null
  size_bytes_min: number | null
}

/** What a rule marks: "Delete, at, below or above /data, of 1,000 entries or more". */
export function markedBy(rule: MarkingRule): string {
  const bounds = [
    rule.inodes_min !== null && `${plural(rule.inodes_min, 'entry')} or more`,
    rule.size_bytes_min !== null && `${formatBytes(rule.size_bytes_min)} or more`,
  ].filter((bound) => bound !== false)
  const parts = [
    rule.kinds.length === 0 ? 'jobs of any kind' : rule.kinds.map(kindLabel).join(', '),
  ]
  if (rule.path_prefix !== null) {
    parts.push(`at, below or above ${visibleName(rule.path_prefix)}`)
  }
  if (bounds.length > 0) parts.push(`of ${bounds.join(', or of ')}`)
  return parts.join(', ')
}

/** Why a job can't be undone; undefined when it can. */
export function undoRefusal(job: Job): string | undefined {
  switch (job.undo) {
    case 'possible':
      return undefined
    case 'dry_run':
      return 'A dry run changes nothing'
    case 'unfinished':
      return 'The job has not ended yet'
    case 'nothing_changed':
      return 'The job changed nothing'
    case 'not_kept':
      return 'The former values are not kept any more'
    case 'no_way_back':
      return 'What was deleted for good is gone'
  }
}

export type Consequence = { sentence: string; undo: string; destroys: boolean }

/** Exactly what running a finished dry run will do, and whether there is a way back. */
export function consequenceOf(job: Job): Consequence {
  const path = visibleName(job.path)
  const reach = job.selection ? 'chosen one by one' : `at and below ${path}`
  const { changed } = job.progress
  switch (job.kind) {
    case 'set_quota':
      return {
        sentence: `Sets the quota of ${path}: ${describeParameters(job.kind, job.parameters)}.`,
        undo: 'No file changes. An undo sets the former limits again.',
        destroys: false,
      }
    case 'set_owner':
    case 'set_permission':
      return {
        sentence: `Changes ${formatCount(changed)} of ${describeExtent(job.progress)} ${reach}: ${describeParameters(job.kind, job.parameters)}.`,
        undo: 'The values that they have now are kept: an undo sets back what was not changed again since.',
        destroys: false,
      }
    case 'undo':
      if (job.changes === 'delete' || job.changes === 'restore') {
        return {
          sentence: `Takes back job ${job.undo_of}: moves ${describeExtent(job.progress)} between ${path} and the trash.`,
          undo: 'Nothing is replaced at either place. The undo can be undone itself.',
          destroys: false,
        }
      }
      return {
        sentence: `Sets ${plural(changed, 'entry')} back to what ${changed === 1 ? 'it was' : 'they were'} before job ${job.undo_of}.`,
        undo: 'Whatever was changed again since stays as it is. The undo can be undone itself.',
        destroys: false,
      }
    case 'restore':
      return {
        sentence: `Moves ${describeExtent(job.progress)} ${reach} out of the trash, ${
          job.selection ? 'each to where it was' : describeParameters(job.kind, job.parameters)
        }.`,
        undo: 'Nothing is replaced. An undo moves them to your trash.',
        destroys: false,
      }
    case 'delete':
      return skipsTrash(job.parameters)
        ? {
            sentence: `Deletes ${describeExtent(job.progress)} ${reach} for good.`,
            undo: 'There is no undo and no trash: the data is gone.',
            destroys: true,
          }
        : {
            sentence: `Moves ${describeExtent(job.progress)} ${reach} to the trash.`,
            undo: 'An undo moves them back, until the trash is emptied.',
            destroys: true,
          }
  }
}
