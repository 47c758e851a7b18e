import type { TrashAge, TrashEntry, TrashSort } from '~/api/trash'
import { plural } from '~/format/count'
import { formatUntil } from '~/format/time'

export const sortNames: Record<TrashSort, string> = {
  time: 'Deleted last first',
  size: 'Largest first',
  path: 'By path',
}

export const ageNames: Record<TrashAge, string> = {
  day: 'In the last day',
  week: 'In the last week',
  'over-week': 'More than a week ago',
  'over-month': 'More than 30 days ago',
}

/** "1,204 files, 3 directories"; undefined where that is not told. */
export function contentText({
  kind,
  files,
  directories,
}: Pick<TrashEntry, 'kind' | 'files' | 'directories'>): string | undefined {
  if (kind !== 'directory' || files === null) return undefined
  const below = directories ? `, ${plural(directories, 'directory')}` : ''
  return `${plural(files, 'file')}${below}`
}

/** "in 3 d"; what is overdue is tried again soon. */
export function emptiedText(emptiedAt: string, nowMs: number): string {
  return Date.parse(emptiedAt) <= nowMs ? 'about now' : formatUntil(emptiedAt, nowMs)
}
