import type { SelectedKind } from '~/api/jobs'
import type { SearchFilter } from '~/api/search'
import { parseBytes } from '~/format/bytes'
import { startOfDay, startOfNextDay } from '~/format/time'
import { narrowed } from './terms'

/** The search page's address: sizes and days as they were typed. */
export type SearchAddress = {
  q?: string
  path?: string
  owner?: string
  group?: string
  kind?: SearchFilter['kind']
  size_min?: string
  size_max?: string
  modified_from?: string
  modified_to?: string
  sort?: SearchFilter['sort']
  cursor?: string
  open?: 'save' | 'export'
  /** The job that is being prepared, for what is ticked or for all matches. */
  job?: SelectedKind
  /** Ids of the inodes that are ticked, on whichever page, by commas. */
  ticked?: string
  /** The columns besides the name, by commas. */
  columns?: string
  /** The path whose details are shown. */
  details?: string
}

/** What is looked for, without how it is shown. */
function lookedFor(address: SearchAddress) {
  const {
    open: _open,
    job: _job,
    ticked: _ticked,
    columns: _columns,
    details: _details,
    ...filter
  } = address
  return filter
}

/** What the API is asked for; values that can't be read yet are left out (the field says so). */
export function filterOf(address: SearchAddress): SearchFilter {
  const { size_min, size_max, modified_from, modified_to, ...same } = lookedFor(address)
  return {
    ...same,
    size_min: size_min ? parseBytes(size_min) : undefined,
    size_max: size_max ? parseBytes(size_max) : undefined,
    mtime_after: modified_from ? startOfDay(modified_from) : undefined,
    // The day itself still counts; the API's bound is exclusive.
    mtime_before: modified_to ? startOfNextDay(modified_to) : undefined,
  }
}

/** The whole search as a query string, to be kept, shared and exported. */
export function queryStringOf(address: SearchAddress): string {
  const { q, owner, group, kind, path, size_min, size_max, mtime_after, mtime_before } =
    filterOf(address)
  // The day's last second: the query string's times are to the second, bounds inclusive.
  const until = mtime_before && new Date(Date.parse(mtime_before) - 1).toISOString()
  const terms: [string, string | undefined][] = [
    ['owner', owner],
    ['group', group],
    ['kind', kind],
    ['path', path],
    ['size', rangeOf(size_min, size_max)],
    ['mtime', rangeOf(toSeconds(mtime_after), toSeconds(until))],
  ]
  return terms.reduce(
    (query, [field, value]) => (value ? narrowed(query, field, value) : query),
    (q ?? '').trim(),
  )
}

function rangeOf(low: string | number | undefined, high: string | number | undefined) {
  return low === undefined && high === undefined ? undefined : `${low ?? ''}..${high ?? ''}`
}

function toSeconds(time: string | undefined): string | undefined {
  return time && `${time.slice(0, 19)}Z`
}

/** How many filters besides the text are set. */
export function filterCount(address: SearchAddress): number {
  const { q: _text, sort: _sort, cursor: _cursor, ...filters } = lookedFor(address)
  return Object.values(filters).filter((value) => value !== undefined && value !== '').length
}

export function isAsking(address: SearchAddress): boolean {
  return (address.q ?? '').trim() !== '' || filterCount(address) > 0
}
