import type { FacetDimension, SearchAnswer, SearchFacets } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'

export const DIMENSION_TITLES: Record<FacetDimension['dimension'], string> = {
  kind: 'Kind',
  owner: 'Owner',
  group: 'Group',
  ext: 'Extension',
  size: 'Size',
  mtime: 'Last change',
  policy: 'Storage policy',
  in: 'Bytes in',
}

/** The query string with one more condition; the same when it is there already. */
export function narrowed(query: string, dimension: string, value: string): string {
  const plain = /^[^\s"\\]+$/.test(value)
  const term = `${dimension}:${plain ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`
  if (query.split(/\s+/).includes(term)) return query
  return `${query} ${term}`.trim()
}

/** The query string that forgives typos; undefined when it has no words or does so already. */
export function withTypos(query: string | undefined): string | undefined {
  const terms = query?.split(/\s+/).filter(Boolean) ?? []
  const hasWords = terms.some((term) => !term.startsWith('-') && !/^[a-z]+:/i.test(term))
  if (!hasWords || terms.some((term) => /^typos:/i.test(term))) return undefined
  return narrowed(terms.join(' '), 'typos', 'yes')
}

/** A facet's value in words; it is written as a condition of the query string. */
export function valueText(dimension: FacetDimension['dimension'], value: string): string {
  if (dimension === 'size') return sizeText(value)
  if (dimension === 'mtime') return ageText(value)
  return value
}

/**
 * What is known of the counts over all matches.
 * A page knows its own; above some ten thousand matches it is a lower bound.
 */
export type Counting =
  | { at: 'counting' }
  | { at: 'counted'; facets: SearchFacets }
  | { at: 'failed'; error: Error }

/** How many matches there are, in words. */
export function countText(answer: SearchAnswer, counting: Counting): string {
  if (answer.total_is_exact) return plural(answer.total, 'match')
  switch (counting.at) {
    case 'counted':
      return plural(counting.facets.total, 'match')
    case 'counting':
      return `At least ${formatCount(answer.total)} matches, counting…`
    case 'failed':
      return `At least ${formatCount(answer.total)} matches`
  }
}

/** Titles of the dimensions that were left out for want of time. */
export function leftOut(facets: SearchFacets): string[] {
  if (facets.complete) return []
  const there = new Set<string>(facets.dimensions.map(({ dimension }) => dimension))
  return Object.entries(DIMENSION_TITLES)
    .filter(([dimension]) => !there.has(dimension))
    .map(([, title]) => title.toLowerCase())
}

function sizeText(value: string): string {
  if (value === '0') return 'empty'
  const [low, high] = value.split('..')
  if (!high) return `from ${formatBytes(Number(low))}`
  if (low === '1') return `under ${formatBytes(Number(high) + 1)}`
  return `${formatBytes(Number(low))} to ${formatBytes(Number(high) + 1)}`
}

function ageText(value: string): string {
  const days = [...value.matchAll(/now-(\d+)d/g)].map((match) => Number(match[1]))
  const [old, young] = days
  if (old === undefined) return value
  if (value.startsWith('<')) return `over ${daysText(old)} ago`
  if (young === undefined) return `within ${daysText(old)}`
  return `${daysText(young)} to ${daysText(old)} ago`
}

function daysText(days: number): string {
  if (days % 365 === 0) return days === 365 ? 'a year' : `${days / 365} years`
  return days === 1 ? 'a day' : `${days} days`
}
