import type { OwnedBy, OwnerSort } from '~/api/owners'
import type { SearchAddress } from '~/features/search/filter'

export const byNames: Record<OwnedBy, { one: string; many: string }> = {
  owner: { one: 'User', many: 'Users' },
  group: { one: 'Group', many: 'Groups' },
}

export const sortNames: Record<OwnerSort, string> = {
  space: 'Most space first',
  length: 'Most length first',
  files: 'Most files first',
  cold: 'Most cold space first',
  age: 'Oldest files first',
  name: 'By name',
}

/** The search for what a user, or a group, owns. */
export function searchOf(by: OwnedBy, name: string): SearchAddress {
  return by === 'owner' ? { owner: name } : { group: name }
}

/** A statement that lists the largest files of a user or group. */
export function statementOf(by: OwnedBy, name: string): string {
  const column = by === 'owner' ? 'owner' : 'group_name'
  return `SELECT path, size_bytes, space_bytes, mtime
FROM inodes
WHERE kind = 'file' AND ${column} = '${name.replaceAll("'", "''")}'
ORDER BY space_bytes DESC
LIMIT 100`
}
