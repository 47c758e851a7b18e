import type { OwnedBy } from '~/api/owners'
import type { UsageBy, UsageGroup } from '~/api/usage'

/** Pieces of statements, which are in no language of people. */
const sql = String.raw

/** A statement that lists the largest files that meet all of these conditions. */
export function statementFor(...conditions: string[]): string {
  return `SELECT path, owner, size_bytes, space_bytes, mtime
FROM inodes
WHERE ${[sql`kind = 'file'`, ...conditions].join(sql` AND `)}
ORDER BY space_bytes DESC
LIMIT 100`
}

/** The files below a directory, as a condition. */
export function isBelow(path: string): string {
  return sql`starts_with(path, ${literal(path === '/' ? '/' : `${path}/`)})`
}

/** The files that are in another place, as a condition. */
export function isNotBelow(path: string): string {
  return sql`NOT ${isBelow(path)}`
}

/** The files of a user or of a group of users, as a condition. */
export function isOwnedBy(by: OwnedBy, name: string): string {
  return equals(by === 'owner' ? 'owner' : 'group_name', name)
}

/** The files of a group that were told apart, as a condition. */
export function isOf(
  by: UsageBy,
  { key, mtime_from, mtime_before }: Pick<UsageGroup, 'key' | 'mtime_from' | 'mtime_before'>,
): string {
  switch (by) {
    case 'owner':
      return equals('owner', key)
    case 'group':
      return equals('group_name', key)
    case 'extension':
      return equals('extension', key)
    case 'policy':
      return equals('storage_policy', key)
    case 'type':
      return isWantedOn(key)
    case 'age':
      return [
        ...(mtime_from ? [sql`mtime >= ${moment(mtime_from)}`] : []),
        ...(mtime_before ? [sql`mtime < ${moment(mtime_before)}`] : []),
      ].join(sql` AND `)
  }
}

/** Policies by the types of storage that they want replicas on; all others want disks alone. */
const WANTING: Partial<Record<string, string[]>> = {
  SSD: ['ONE_SSD', 'ALL_SSD'],
  ARCHIVE: ['COLD', 'WARM'],
  PROVIDED: ['PROVIDED'],
  NVDIMM: ['ALL_NVDIMM'],
}
const NOT_ON_DISK = ['COLD', 'ALL_SSD', 'ALL_NVDIMM']

/** Files of which a replica belongs on a type of storage. */
function isWantedOn(type: string | null): string {
  if (type === 'DATABASE') return 'in_database'
  const policies = WANTING[type ?? '']
  return policies
    ? sql`NOT in_database AND storage_policy IN (${policies.map(literal).join(', ')})`
    : sql`NOT in_database AND storage_policy NOT IN (${NOT_ON_DISK.map(literal).join(', ')})`
}

function equals(column: string, value: string | null): string {
  return value === null ? sql`${column} IS NULL` : sql`${column} = ${literal(value)}`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Times of the tables are UTC. */
function moment(time: string): string {
  return sql`TIMESTAMP '${time.slice(0, 19).replace('T', ' ')}'`
}
