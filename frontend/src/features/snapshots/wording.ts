import type { MantineColor } from '@mantine/core'
import type { SnapshotDifferenceKind, SnapshotRestore } from '~/api/snapshots'
import { perLanguage, t } from '~/i18n/t'

export const differenceNames = perLanguage(
  (): Record<SnapshotDifferenceKind, string> => ({
    created: t('Created'),
    deleted: t('Deleted'),
    modified: t('Modified'),
    renamed: t('Renamed'),
  }),
)

export const differenceColours: Record<SnapshotDifferenceKind, MantineColor> = {
  created: 'moss',
  deleted: 'red',
  modified: 'orange',
  renamed: 'blue',
}

export const restoreStateNames = perLanguage(
  (): Record<SnapshotRestore['state'], string> => ({
    waiting: t('Waiting'),
    running: t('Running'),
    done: t('Done'),
    failed: t('Failed'),
    cancelled: t('Cancelled'),
  }),
)

/** A name for a snapshot that is taken now, "s20261126-192930". */
export function proposedName(now: Date): string {
  const digits = now.toISOString().replaceAll(/[-:]/g, '')
  return `s${digits.slice(0, 8)}-${digits.slice(9, 15)}`
}

/** Why this can't be the name of a snapshot; null when it can. */
export function nameProblem(name: string): string | null {
  if (name === '') return t('Give it a name')
  if (name === '.' || name === '..') return t('A name is not . or ..')
  return /[/:]/.test(name) ? t('A name has no slash and no colon') : null
}
