// Generated from warren_search by `make contracts`; do not edit.

/** The fields of conditions, each by one of its names. */
export const QUERY_FIELDS = [
  'atime',
  'ext',
  'group',
  'in',
  'kind',
  'mtime',
  'owner',
  'path',
  'policy',
  'replication',
  'size',
  'typos',
  'xattr',
] as const

export type QueryField = (typeof QUERY_FIELDS)[number]

/** Their conditions hold for the whole search: not excluded, not in brackets. */
export const FIELDS_OF_THE_WHOLE = ['path', 'policy', 'typos', 'xattr'] as const

/** HDFS's storage policies. */
export const STORAGE_POLICIES = [
  'HOT',
  'PROVIDED',
  'COLD',
  'DB',
  'WARM',
  'ONE_SSD',
  'ALL_SSD',
  'ALL_NVDIMM',
  'LAZY_PERSIST',
] as const

/** What can stand behind a field that takes few values. */
export const FIELD_VALUES = {
  in: ['database', 'blocks'],
  kind: ['file', 'directory', 'symlink'],
  typos: ['yes', 'no'],
  policy: STORAGE_POLICIES,
} as const satisfies Partial<Record<QueryField, readonly string[]>>
