import { describe, expect, it } from 'vitest'
import type { SearchFacets } from '~/api/search'
import { completionsOf } from './completion'

const facets = {
  dimensions: [
    {
      dimension: 'owner',
      values: [
        { value: 'etl', count: 3, length_bytes: 1 },
        { value: 'erin', count: 2, length_bytes: 1 },
        { value: 'e mil', count: 1, length_bytes: 1 },
      ],
    },
    { dimension: 'size', values: [{ value: '1..1048575', count: 1, length_bytes: 1 }] },
  ],
} as unknown as SearchFacets

function labels(query: string): string[] {
  return completionsOf(query, facets).map(({ label }) => label)
}

describe('completionsOf', () => {
  it('offers fields for the beginning of one, and keeps what stands before', () => {
    expect(completionsOf('report ow', facets)).toEqual([
      { query: 'report owner:', label: 'owner:', hint: 'who owns it' },
    ])
    expect(labels('p')).toEqual(['path:', 'policy:'])
    expect(labels('sales')).toEqual([])
  })

  it('offers values: those of the matches, and those that a field can have', () => {
    expect(labels('report owner:e')).toEqual(['owner:etl', 'owner:erin'])
    expect(labels('kind:d')).toEqual(['kind:directory'])
    expect(labels('policy:c')).toEqual(['policy:COLD'])
    expect(labels('size:>1')).toEqual(['size:>1m', 'size:>100m', 'size:>1g'])
  })

  it('offers nothing for what is complete, excluded or quoted', () => {
    expect(labels('kind:file')).toEqual([])
    expect(labels('-ow')).toEqual([])
    expect(labels('"ow')).toEqual([])
    expect(labels('report ')).toEqual([])
    expect(labels('none:x')).toEqual([])
  })
})
