import type { UsageBy, UsageGroup } from '~/api/usage'
import type { SearchAddress } from '~/features/search/filter'
import { narrowed } from '~/features/search/terms'

const DAY_MS = 24 * 3_600_000

/** The search that finds just these files; undefined where it has no words for them. */
export function searchFor(
  path: string,
  by: UsageBy,
  { key, mtime_from, mtime_before }: Pick<UsageGroup, 'key' | 'mtime_from' | 'mtime_before'>,
): SearchAddress | undefined {
  const files: SearchAddress = { path, kind: 'file' }
  if (key === null) return undefined
  switch (by) {
    case 'owner':
      return { ...files, owner: key }
    case 'group':
      return { ...files, group: key }
    case 'extension':
      return key === '' ? undefined : { ...files, q: narrowed('', 'ext', key) }
    case 'policy':
      return { ...files, q: narrowed('', 'policy', key) }
    case 'type':
      return key === 'DATABASE' ? { ...files, q: narrowed('', 'in', 'database') } : undefined
    case 'age':
      return {
        ...files,
        modified_from: mtime_from?.slice(0, 10),
        // The search's last day still counts.
        modified_to: mtime_before
          ? new Date(Date.parse(mtime_before) - DAY_MS).toISOString().slice(0, 10)
          : undefined,
      }
  }
}
