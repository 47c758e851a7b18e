import { expect, it } from 'vitest'
import type { SearchAnswer, SearchFacets } from '~/api/search'
import {
  bytesText,
  chosenIn,
  countsRefetchMs,
  countText,
  engineText,
  leftOut,
  toggled,
  valueText,
  withTypos,
} from './facets'

it('chooses values of a facet beside others, and gives them up', () => {
  expect(toggled('report', 'owner', 'ana')).toBe('report owner:ana')
  expect(toggled('owner:ana report', 'owner', 'bob')).toBe('report owner:ana,bob')
  expect(toggled('report owner:ana,bob', 'owner', 'ana')).toBe('report owner:bob')
  expect(toggled('report owner:bob', 'owner', 'bob')).toBe('report')
  expect(toggled('policy:COLD', 'policy', 'HOT')).toBe('policy:COLD,HOT')
  // A range that was typed is not a facet's: what is chosen takes its place.
  expect(chosenIn('size:>1k mtime:<now-1y')).toEqual([])
  expect(toggled('x size:>1k', 'size', '0')).toBe('x size:0')
  expect(toggled('x size:0', 'size', '1..65535')).toBe('x size:0,1..65535')
  expect(chosenIn('x owner:ana,bob size:0 -group:g')).toEqual([
    { dimension: 'owner', value: 'ana' },
    { dimension: 'owner', value: 'bob' },
    { dimension: 'size', value: '0' },
  ])
})

it('tells who counted and why', () => {
  expect(engineText({ ...facets, source: 'replica', index_because: null })).toBe(
    'Counted by the SQL replica, up to date.',
  )
  expect(engineText({ ...facets, lag_ms: 5_000 })).toBe(
    'Counted by the search index, 5.0 s behind: the SQL replica had no time.',
  )
  expect(bytesText({ at: 'counted', facets: { ...facets, length_bytes: 2048 } })).toBe('2 KiB')
  expect(bytesText({ at: 'counting' })).toBeUndefined()
})

it('says in words what the values mean', () => {
  expect(valueText('size', '0')).toBe('empty')
  expect(valueText('size', '1..65535')).toBe('under 64 KiB')
  expect(valueText('size', '65536..1048575')).toBe('64 KiB to 1 MiB')
  expect(valueText('size', '17179869184..')).toBe('from 16 GiB')
  expect(valueText('mtime', 'now-1d..')).toBe('within a day')
  expect(valueText('mtime', 'now-30d..now-7d')).toBe('7 days to 30 days ago')
  expect(valueText('mtime', '<now-730d')).toBe('over 2 years ago')
  expect(valueText('owner', 'ana')).toBe('ana')
})

it('asks for similar names where there are words', () => {
  expect(withTypos('reprot owner:ana')).toBe('reprot owner:ana typos:yes')
  expect(withTypos('a OR b')).toBeUndefined()
  expect(withTypos('*.csv')).toBeUndefined()
  expect(withTypos('owner:ana -tmp')).toBeUndefined()
  expect(withTypos('reprot typos:yes')).toBeUndefined()
  expect(withTypos(undefined)).toBeUndefined()
})

const answer: SearchAnswer = {
  items: [],
  next_cursor: null,
  total: 10_000,
  total_is_exact: false,
  as_of: { sequence: 1, time: '2026-11-22T00:00:00Z' },
  lag_ms: 0,
  source: 'index',
}
const facets: SearchFacets = {
  total: 895_609,
  length_bytes: 0,
  dimensions: [{ dimension: 'kind', values: [] }],
  complete: false,
  as_of: answer.as_of,
  lag_ms: 0,
  source: 'index',
  index_because: 'no_time',
}

it('tells the exact number of matches as soon as they are counted', () => {
  expect(countText(answer, { at: 'counting' })).toBe('At least 10,000 matches, counting…')
  expect(countText(answer, { at: 'counted', facets })).toBe('895,609 matches')
  expect(countText(answer, { at: 'failed', error: new Error('x') })).toBe('At least 10,000 matches')
  expect(countText({ ...answer, total: 7, total_is_exact: true }, { at: 'counting' })).toBe(
    '7 matches',
  )
})

it('names what was left out for want of time', () => {
  expect(leftOut(facets)).toContain('storage policy')
  expect(leftOut(facets)).not.toContain('kind')
  expect(leftOut({ ...facets, complete: true })).toEqual([])
})

it('counts again once the search has seen later changes', () => {
  const at = (sequence: number) => ({ as_of: { sequence, time: '2026-11-25T00:00:00Z' } })
  expect(countsRefetchMs(at(7), at(7))).toBe(false)
  expect(countsRefetchMs(at(7), at(9))).toBe(false)
  expect(countsRefetchMs(at(9), at(7))).toBeGreaterThan(0)
  expect(countsRefetchMs(undefined, at(7))).toBe(false)
  expect(countsRefetchMs(at(9), undefined)).toBe(false)
})
