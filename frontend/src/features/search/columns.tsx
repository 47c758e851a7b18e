import type { SearchHit } from '~/api/search'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatMode } from '~/format/mode'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
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

export const allColumns = perLanguage(
  (): Record<ColumnName, Column> => ({
    kind: { label: t('Kind'), text: (hit) => kindLabel(hit.kind) },
    size: {
      label: t('Size'),
      align: 'right',
      text: (hit) => (hit.kind === 'file' ? formatBytes(hit.size_bytes) : '–'),
      title: (hit) => (hit.kind === 'file' ? formatBytesExactly(hit.size_bytes) : undefined),
    },
    owner: { label: t('Owner'), text: (hit) => hit.owner },
    group: { label: t('Group'), text: (hit) => hit.group },
    mode: {
      label: t('Mode'),
      mono: true,
      text: (hit) => formatMode(hit.mode),
      title: (hit) => hit.mode,
    },
    mtime: { label: t('Modified'), text: (hit) => formatDateTime(hit.mtime) },
    replication: {
      label: t('Replication'),
      align: 'right',
      text: (hit) => (hit.kind === 'file' ? String(hit.replication) : '–'),
    },
    bytes_in: {
      label: t('Bytes in'),
      text: (hit) =>
        hit.kind !== 'file' || hit.size_bytes === 0
          ? '–'
          : hit.in_database
            ? t('database')
            : t('blocks'),
    },
    inode: { label: t('Inode'), align: 'right', mono: true, text: (hit) => String(hit.inode_id) },
  }),
)

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
  return shown.length === 0 ? t('none') : shown.join()
}
