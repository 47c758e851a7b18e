import type { CheckedEntry, Job, JobCheck } from '~/api/jobs'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'

const whatLabels = perLanguage(
  (): Record<CheckedEntry['what'], string> => ({
    changed: t('changed'),
    gone: t('gone'),
    joined: t('matches now, is no part of the plan'),
  }),
)

export function whatLabel(what: CheckedEntry['what']): string {
  return whatLabels()[what]
}

/** What a check found: "3 changed, 1 gone, 14 joined; 1,200 as they were". */
export function describeCheck(check: JobCheck): string {
  const found = foundBy(check)
  if (check.state === 'running')
    return found ? t('Looking: {found} so far', { found }) : t('Looking…')
  if (check.state === 'failed')
    return found ? t('The check failed after {found}', { found }) : t('The check failed')
  return found ?? t('Nothing to look at')
}

function foundBy({ selection, tree }: JobCheck): string | undefined {
  if (tree) return foundAt(tree)
  return selection ? foundOf(selection) : undefined
}

function foundOf(found: NonNullable<JobCheck['selection']>): string {
  const { same, changed, gone, out_of_scope, joined, joined_is_exact } = found
  const parts = [
    changed > 0 && t('{changed} changed', { changed: formatCount(changed) }),
    gone > 0 && t('{gone} gone', { gone: formatCount(gone) }),
    out_of_scope > 0 &&
      t('{out_of_scope} moved out of reach', { out_of_scope: formatCount(out_of_scope) }),
    joined !== null &&
      joined > 0 &&
      t('{more}{joined} joined', {
        more: joined_is_exact ? '' : t('more than '),
        joined: formatCount(joined),
      }),
  ].filter((part) => part !== false)
  const rest = t('{same} as they were', { same: formatCount(same) })
  return parts.length === 0
    ? t('Nothing changed: {rest}', { rest })
    : `${parts.join(', ')}; ${rest}`
}

function foundAt({ target, difference }: NonNullable<JobCheck['tree']>): string {
  if (target === 'gone' || difference === null) return t('It is not in the tree any more')
  const { files, directories, length_bytes } = difference
  const parts = [
    files !== 0 && signed(files, plural(Math.abs(files), 'file')),
    directories !== 0 && signed(directories, plural(Math.abs(directories), 'directory')),
    length_bytes !== 0 && signed(length_bytes, formatBytes(Math.abs(length_bytes))),
  ].filter((part) => part !== false)
  const counts = parts.length === 0 ? t('As many as planned') : parts.join(', ')
  return target === 'replaced'
    ? t('The path names another entry now. {counts}', { counts })
    : counts
}

function signed(value: number, text: string): string {
  return `${value < 0 ? '−' : '+'}${text}`
}

/** What a run does about what the check found. */
export function checkAdvice(job: Job): string {
  const skips = job.selection?.if_changed !== 'act'
  const changed = skips
    ? t('A run leaves what changed, unless you choose otherwise.')
    : t('A run changes what changed, too, unless you choose otherwise.')
  return t('{changed} What is gone is listed; what joined is no part of it.', { changed })
}
