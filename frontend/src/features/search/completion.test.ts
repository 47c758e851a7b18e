import { describe, expect, it } from 'vitest'
import { askedAt, lacksValue, suggestionsAt } from './completion'

const labels = (query: string, caret = query.length, known = {}) =>
  suggestionsAt(query, caret, known).map(({ label }) => label)

describe('suggestionsAt', () => {
  it('offers the fields that begin so, all of them for nothing', () => {
    expect(labels('report o')).toEqual(['owner:'])
    expect(labels('K')).toEqual(['kind:'])
    expect(labels('report ')).toContain('size:')
    expect(labels('zebra')).toEqual([])
  })

  it('offers a field’s values, those of the hits where only they are known', () => {
    expect(labels('kind:')).toEqual(['kind:file', 'kind:directory', 'kind:symlink'])
    expect(labels('policy:c')).toEqual(['policy:COLD'])
    expect(labels('Size:>1')).toEqual(['size:>100m', 'size:>1g'])
    const known = { owner: ['ana', 'anton', 'two words', 'bob'] }
    expect(labels('owner:an', 8, known)).toEqual(['owner:ana', 'owner:anton'])
    expect(labels('owner:')).toEqual([])
  })

  it('puts the choice where the caret is', () => {
    expect(suggestionsAt('a ki b', 4, {})).toEqual([
      { label: 'kind:', hint: 'file, directory or symlink', query: 'a kind: b', caret: 7 },
    ])
    expect(suggestionsAt('a kind:fi', 9, {})[0]).toMatchObject({ query: 'a kind:file ', caret: 12 })
  })

  it('stays silent inside words and quotations', () => {
    expect(labels('owner', 2)).toEqual([])
    expect(labels('"big o')).toEqual([])
    expect(labels('"a\\"b" o')).toEqual(['owner:'])
    expect(labels('nofield:x')).toEqual([])
  })
})

describe('conditions that are put together', () => {
  const known = { owner: ['ana', 'anton', 'bob'] }

  it('are completed behind a minus and brackets, but for those of the whole search', () => {
    expect(labels('-ki')).toEqual(['-kind:'])
    expect(labels('a OR (ow')).toEqual(['(owner:'])
    expect(labels('-p')).toEqual([])
    expect(labels('-owner:b', 8, known)).toEqual(['-owner:bob'])
  })

  it('take one value after another', () => {
    expect(labels('owner:ana,', 10, known)).toEqual(['owner:ana,anton', 'owner:ana,bob'])
    expect(suggestionsAt('owner:ana,b', 11, known)[0]).toMatchObject({ query: 'owner:ana,bob ' })
    expect(askedAt('x -owner:ana,b', 14)).toEqual({ field: 'owner', rest: 'x' })
    expect(lacksValue('owner:ana,')).toBe(true)
    expect(lacksValue('x -owner:')).toBe(true)
    expect(lacksValue('owner:ana,bob')).toBe(false)
  })
})

describe('askedAt', () => {
  it('leaves the condition out of the query that tells its values', () => {
    expect(askedAt('report owner:an', 15)).toEqual({ field: 'owner', rest: 'report' })
    expect(askedAt('report size:', 12)).toBeUndefined()
  })
})

describe('lacksValue', () => {
  it('knows conditions that have only just begun', () => {
    expect(lacksValue('report owner:')).toBe(true)
    expect(lacksValue('Size: report')).toBe(true)
    expect(lacksValue('report owner:ana')).toBe(false)
    expect(lacksValue('a:')).toBe(false)
  })
})
