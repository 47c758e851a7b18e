import type { FacetDimension, SearchAnswer, SearchFacets } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { formatDuration } from '~/format/time'
import { termsOf, valuesOf, withValues } from './terms'

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

const DIMENSIONS = [
  'kind',
  'owner',
  'group',
  'ext',
  'size',
  'mtime',
  'policy',
  'in',
] as const satisfies readonly FacetDimension['dimension'][]

/** Only one of these can be asked for at a time. */
const ALONE: readonly string[] = ['policy']

/** Ranges as facets write them; one that was typed is none of a facet's. */
const CLASSES: Partial<Record<string, RegExp>> = {
  size: /^(0|\d+\.\.\d*)$/,
  mtime: /^(now-\d+d\.\.(now-\d+d)?|<now-\d+d)$/,
}

/** The values of a facet that the query string asks for; none where it asks for something else. */
function valuesChosen(query: string, dimension: string): string[] {
  const values = valuesOf(query, dimension)
  const known = CLASSES[dimension]
  return known && !values.every((value) => known.test(value)) ? [] : values
}

/** The query string with a value of a facet chosen beside others, or given up. */
export function toggled(query: string, dimension: string, value: string): string {
  const values = valuesChosen(query, dimension)
  if (values.includes(value)) {
    return withValues(
      query,
      dimension,
      values.filter((each) => each !== value),
    )
  }
  return withValues(query, dimension, ALONE.includes(dimension) ? [value] : [...values, value])
}

/** A value of a facet that the query string asks for. */
export type Chosen = { dimension: FacetDimension['dimension']; value: string }

/** All of them. */
export function chosenIn(query: string): Chosen[] {
  return DIMENSIONS.flatMap((dimension) =>
    valuesChosen(query, dimension).map((value) => ({ dimension, value })),
  )
}

/** The query string that forgives typos; undefined when it has no words or does so already. */
export function withTypos(query: string | undefined): string | undefined {
  const terms = termsOf(query ?? '').map(({ text }) => text)
  const hasWords = terms.some((term) => !/^[-(]|^[a-z]+:|[*?]/i.test(term))
  if (!hasWords || terms.includes('OR') || terms.some((term) => /^typos:/i.test(term)))
    return undefined
  return withValues(terms.join(' '), 'typos', ['yes'])
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

/** How many bytes the matches hold together; undefined while they are not counted. */
export function bytesText(counting: Counting): string | undefined {
  if (counting.at !== 'counted' || counting.facets.length_bytes === 0) return undefined
  return formatBytes(counting.facets.length_bytes)
}

const INDEX_BECAUSE: Record<string, string> = {
  typos: 'too many words may be meant',
  attributes: 'only it knows attributes',
  acls: 'only it knows what ACLs let you see',
  path: 'the SQL replica does not know this directory yet',
  behind: 'the SQL replica is behind',
  not_built: 'the SQL replica is still being built',
  no_time: 'the SQL replica had no time',
  unavailable: 'the SQL replica does not answer',
}

/** Which engine counted, how old its state is, and why it was this one. */
export function engineText({ source, index_because, lag_ms }: SearchFacets): string {
  const age = lag_ms < 2_000 ? 'up to date' : `${formatDuration(lag_ms)} behind`
  if (source === 'replica') return `Counted by the SQL replica, ${age}.`
  const because = index_because && INDEX_BECAUSE[index_because]
  return `Counted by the search index, ${age}${because ? `: ${because}` : ''}.`
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
