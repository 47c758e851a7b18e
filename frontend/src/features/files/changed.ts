import type { InodeChange } from '~/api/namespace'
import { formatBytes } from '~/format/bytes'
import { t } from '~/i18n/t'

/** What a change did, as short sentences; by the change before it, where that is known. */
export function describeChange(change: InodeChange, before: InodeChange | undefined): string {
  if (change.operation === 'create') return t('Made')
  if (change.operation === 'delete') return t('Deleted')
  const said: string[] = []
  const { name, name_before: from } = change
  if (change.operation === 'rename' && change.moved)
    said.push(t('Moved here from another directory'))
  if (from !== null && from !== name) said.push(t('Renamed from {from}', { from }))
  if (before) said.push(...differences(change, before))
  if (said.length > 0) return said.join(', ')
  return change.operation === 'rename' ? t('Moved') : t('Times, blocks, ACL or attributes')
}

function differences(now: InodeChange, before: InodeChange): string[] {
  const said: string[] = []
  const differs = (key: keyof InodeChange) => now[key] !== before[key]
  if (differs('size_bytes'))
    said.push(
      t('Size {from} → {to}', {
        from: formatBytes(before.size_bytes),
        to: formatBytes(now.size_bytes),
      }),
    )
  if (differs('owner')) said.push(t('Owner {from} → {to}', { from: before.owner, to: now.owner }))
  if (differs('group')) said.push(t('Group {from} → {to}', { from: before.group, to: now.group }))
  if (differs('mode')) said.push(t('Mode {from} → {to}', { from: before.mode, to: now.mode }))
  if (differs('replication'))
    said.push(t('Replication {from} → {to}', { from: before.replication, to: now.replication }))
  if (differs('storage_policy'))
    said.push(
      t('Storage policy {from} → {to}', {
        from: before.storage_policy ?? t('none'),
        to: now.storage_policy ?? t('none'),
      }),
    )
  return said
}
