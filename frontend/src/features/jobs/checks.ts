import type { CheckedEntry, Job, JobCheck } from '~/api/jobs'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'

const WHAT_LABELS: Record<CheckedEntry['what'], string> = {
  changed: 'changed',
  gone: 'gone',
  joined: 'matches now, is no part of the plan',
}

export function whatLabel(what: CheckedEntry['what']): string {
  return WHAT_LABELS[what]
}

/** What a check found: "3 changed, 1 gone, 14 joined; 1,200 as they were". */
export function describeCheck(check: JobCheck): string {
  const found = foundBy(check)
  if (check.state === 'running') return found ? `Looking: ${found} so far` : 'Looking…'
  if (check.state === 'failed')
    return found ? `The check failed after ${found}` : 'The check failed'
  return found ?? 'Nothing to look at'
}

function foundBy({ selection, tree }: JobCheck): string | undefined {
  if (tree) return foundAt(tree)
  return selection ? foundOf(selection) : undefined
}

function foundOf(found: NonNullable<JobCheck['selection']>): string {
  const { same, changed, gone, out_of_scope, joined, joined_is_exact } = found
  const parts = [
    changed > 0 && `${formatCount(changed)} changed`,
    gone > 0 && `${formatCount(gone)} gone`,
    out_of_scope > 0 && `${formatCount(out_of_scope)} moved out of reach`,
    joined !== null &&
      joined > 0 &&
      `${joined_is_exact ? '' : 'more than '}${formatCount(joined)} joined`,
  ].filter((part) => part !== false)
  const rest = `${formatCount(same)} as they were`
  return parts.length === 0 ? `Nothing changed: ${rest}` : `${parts.join(', ')}; ${rest}`
}

function foundAt({ target, difference }: NonNullable<JobCheck['tree']>): string {
  if (target === 'gone' || difference === null) return 'It is not in the tree any more'
  const { files, directories, length_bytes } = difference
  const parts = [
    files !== 0 && signed(files, plural(Math.abs(files), 'file')),
    directories !== 0 && signed(directories, plural(Math.abs(directories), 'directory')),
    length_bytes !== 0 && signed(length_bytes, formatBytes(Math.abs(length_bytes))),
  ].filter((part) => part !== false)
  const counts = parts.length === 0 ? 'As many as planned' : parts.join(', ')
  return target === 'replaced' ? `The path names another entry now. ${counts}` : counts
}

function signed(value: number, text: string): string {
  return `${value < 0 ? '−' : '+'}${text}`
}

/** What a run does about what the check found. */
export function checkAdvice(job: Job): string {
  const skips = job.selection?.if_changed !== 'act'
  const changed = skips
    ? 'A run leaves what changed, unless you choose otherwise.'
    : 'A run changes what changed, too, unless you choose otherwise.'
  return `${changed} What is gone is listed; what joined is no part of it.`
}
