import type { SearchFilter } from '~/api/search'
import { parseBytes } from '~/format/bytes'
import { startOfDay, startOfNextDay } from '~/format/time'

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
}

/** What the API is asked for; values that can't be read yet are left out (the field says so). */
export function filterOf(address: SearchAddress): SearchFilter {
  const { size_min, size_max, modified_from, modified_to, ...same } = address
  return {
    ...same,
    size_min: size_min ? parseBytes(size_min) : undefined,
    size_max: size_max ? parseBytes(size_max) : undefined,
    mtime_after: modified_from ? startOfDay(modified_from) : undefined,
    // The day itself still counts; the API's bound is exclusive.
    mtime_before: modified_to ? startOfNextDay(modified_to) : undefined,
  }
}

/** How many filters besides the text are set. */
export function filterCount(address: SearchAddress): number {
  const { q: _text, sort: _sort, cursor: _cursor, ...filters } = address
  return Object.values(filters).filter((value) => value !== undefined && value !== '').length
}

export function isAsking(address: SearchAddress): boolean {
  return (address.q ?? '').trim() !== '' || filterCount(address) > 0
}
