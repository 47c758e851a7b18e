import type { TrashAge, TrashEntry, TrashSort } from '~/api/trash'
import { plural } from '~/format/count'
import { formatUntil } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'

export const sortNames = perLanguage(
  (): Record<TrashSort, string> => ({
    time: t('Deleted last first'),
    size: t('Largest first'),
    path: t('By path'),
  }),
)

export const ageNames = perLanguage(
  (): Record<TrashAge, string> => ({
    day: t('In the last day'),
    week: t('In the last week'),
    'over-week': t('More than a week ago'),
    'over-month': t('More than 30 days ago'),
  }),
)

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
  return Date.parse(emptiedAt) <= nowMs ? t('about now') : formatUntil(emptiedAt, nowMs)
}
