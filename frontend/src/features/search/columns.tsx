import type { SearchHit } from '~/api/search'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatMode } from '~/format/mode'
import { formatDateTime } from '~/format/time'
import { kindLabel } from '~/ui/KindIcon'

export const COLUMN_NAMES = [
  'kind',
  'size',
  'owner',
  'group',
  'mode',
  'mtime',
  'replication',
  'bytes_in',
  'inode',
] as const
export type ColumnName = (typeof COLUMN_NAMES)[number]

const SHOWN_FIRST: readonly ColumnName[] = ['size', 'owner', 'group', 'mode', 'mtime']

type Column = {
  label: string
  align?: 'right'
  mono?: boolean
  text: (hit: SearchHit) => string
  title?: (hit: SearchHit) => string | undefined
}

export const COLUMNS: Record<ColumnName, Column> = {
  kind: { label: 'Kind', text: (hit) => kindLabel(hit.kind) },
  size: {
    label: 'Size',
    align: 'right',
    text: (hit) => (hit.kind === 'file' ? formatBytes(hit.size_bytes) : '–'),
    title: (hit) => (hit.kind === 'file' ? formatBytesExactly(hit.size_bytes) : undefined),
  },
  owner: { label: 'Owner', text: (hit) => hit.owner },
  group: { label: 'Group', text: (hit) => hit.group },
  mode: {
    label: 'Mode',
    mono: true,
    text: (hit) => formatMode(hit.mode),
    title: (hit) => hit.mode,
  },
  mtime: { label: 'Modified', text: (hit) => formatDateTime(hit.mtime) },
  replication: {
    label: 'Replication',
    align: 'right',
    text: (hit) => (hit.kind === 'file' ? String(hit.replication) : '–'),
  },
  bytes_in: {
    label: 'Bytes in',
    text: (hit) =>
      hit.kind !== 'file' || hit.size_bytes === 0 ? '–' : hit.in_database ? 'database' : 'blocks',
  },
  inode: { label: 'Inode', align: 'right', mono: true, text: (hit) => String(hit.inode_id) },
}

/** The columns that the address names, in the order of the table; unknown names are left out. */
export function columnsOf(address: string | undefined): readonly ColumnName[] {
  if (address === undefined) return SHOWN_FIRST
  const named = new Set(address.split(','))
  return COLUMN_NAMES.filter((name) => named.has(name))
}

/** As the address says it; undefined for the columns that are shown first. */
export function columnsText(columns: readonly string[]): string | undefined {
  const shown = COLUMN_NAMES.filter((name) => columns.includes(name))
  if (shown.join() === SHOWN_FIRST.join()) return undefined
  return shown.length === 0 ? 'none' : shown.join()
}
