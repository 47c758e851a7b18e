import type { SnapshotDifferenceKind } from '~/api/schema'

export const DIFFERENCE_KINDS = [
  'created',
  'deleted',
  'modified',
  'renamed',
] as const satisfies readonly SnapshotDifferenceKind[]

/** What can be asked for on the page Snapshots. */
export const SNAPSHOT_DIALOGS = [
  'allow',
  'disallow',
  'take',
  'rename',
  'delete',
  'restore',
] as const
export type SnapshotDialog = (typeof SNAPSHOT_DIALOGS)[number]
