import type { FacetDimension, SearchAnswer, SearchFacets } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { formatDuration } from '~/format/time'
import { inSentence, perLanguage, t } from '~/i18n/t'
import { termsOf, valuesOf, withValues } from './terms'

export const dimensionTitles = perLanguage(
  (): Record<FacetDimension['dimension'], string> => ({
    kind: t('Kind'),
    owner: t('Owner'),
    group: t('Group'),
    ext: t('Extension'),
    size: t('Size'),
    mtime: t('Last change'),
    policy: t('Storage policy'),
    in: t('Bytes in'),
  }),
)

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
  return withValues(query, dimension, [...values, value])
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

const COUNTS_REFETCH_MS = 15_000

/** When matches are to be counted again: they are once the search has seen later changes. */
export function countsRefetchMs(
  answer: Pick<SearchAnswer, 'as_of'> | undefined,
  counted: Pick<SearchFacets, 'as_of'> | undefined,
): number | false {
  const seen = answer?.as_of.sequence ?? 0
  return counted && seen > counted.as_of.sequence ? COUNTS_REFETCH_MS : false
}

/** How many matches there are, in words. */
export function countText(answer: SearchAnswer, counting: Counting): string {
  if (answer.total_is_exact) return plural(answer.total, 'match')
  switch (counting.at) {
    case 'counted':
      return plural(counting.facets.total, 'match')
    case 'counting':
      return t('At least {total} matches, counting…', { total: formatCount(answer.total) })
    case 'failed':
      return t('At least {total} matches', { total: formatCount(answer.total) })
  }
}

/** How many bytes the matches hold together; undefined while they are not counted. */
export function bytesText(counting: Counting): string | undefined {
  if (counting.at !== 'counted' || counting.facets.length_bytes === 0) return undefined
  return formatBytes(counting.facets.length_bytes)
}

const indexBecause = perLanguage(
  (): Record<string, string> => ({
    typos: t('too many words may be meant'),
    attributes: t('only it knows attributes'),
    acls: t('only it knows what ACLs let you see'),
    path: t('the SQL replica does not know this directory yet'),
    behind: t('the SQL replica is behind'),
    not_built: t('the SQL replica is still being built'),
    no_time: t('the SQL replica had no time'),
    unavailable: t('the SQL replica does not answer'),
  }),
)

/** Which engine counted, how old its state is, and why it was this one. */
export function engineText({ source, index_because, lag_ms }: SearchFacets): string {
  const age =
    lag_ms < 2_000 ? t('up to date') : t('{lag_ms} behind', { lag_ms: formatDuration(lag_ms) })
  if (source === 'replica') return t('Counted by the SQL replica, {age}.', { age })
  const because = index_because && indexBecause()[index_because]
  return t('Counted by the search index, {age}{because}.', {
    age,
    because: because ? `: ${because}` : '',
  })
}

/** Titles of the dimensions that were left out for want of time. */
export function leftOut(facets: SearchFacets): string[] {
  if (facets.complete) return []
  const there = new Set<string>(facets.dimensions.map(({ dimension }) => dimension))
  return Object.entries(dimensionTitles())
    .filter(([dimension]) => !there.has(dimension))
    .map(([, title]) => inSentence(title))
}

function sizeText(value: string): string {
  if (value === '0') return t('empty')
  const [low, high] = value.split('..')
  if (!high) return t('from {low}', { low: formatBytes(Number(low)) })
  if (low === '1') return t('under {high}', { high: formatBytes(Number(high) + 1) })
  return t('{low} to {high}', {
    low: formatBytes(Number(low)),
    high: formatBytes(Number(high) + 1),
  })
}

function ageText(value: string): string {
  const days = [...value.matchAll(/now-(\d+)d/g)].map((match) => Number(match[1]))
  const [old, young] = days
  if (old === undefined) return value
  if (value.startsWith('<')) return t('over {old} ago', { old: daysText(old) })
  if (young === undefined) return t('within {old}', { old: daysText(old) })
  return t('{young} to {old} ago', { young: daysText(young), old: daysText(old) })
}

function daysText(days: number): string {
  if (days % 365 === 0) return days === 365 ? t('a year') : t('{days} years', { days: days / 365 })
  return days === 1 ? t('a day') : plural(days, 'day')
}
