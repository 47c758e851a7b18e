import { describe, expect, it } from 'vitest'
import { filterCount, filterOf, isAsking, queryStringOf } from './filter'
import { piecesOf } from './highlight'

describe('filterOf', () => {
  it('turns typed sizes and days into what the API takes', () => {
    expect(
      filterOf({
        q: 'part',
        size_min: '1 MiB',
        size_max: 'soon',
        modified_from: '2026-11-20',
        modified_to: '2026-11-21',
      }),
    ).toEqual({
      q: 'part',
      size_min: 1_048_576,
      size_max: undefined,
      mtime_after: '2026-11-20T00:00:00.000Z',
      mtime_before: '2026-11-22T00:00:00.000Z',
    })
  })

  it('asks only when there is something to ask', () => {
    expect(isAsking({})).toBe(false)
    expect(isAsking({ q: '  ', sort: 'name' })).toBe(false)
    expect(isAsking({ owner: 'etl' })).toBe(true)
    expect(filterCount({ q: 'x', owner: 'etl', kind: 'file', cursor: 'c' })).toBe(2)
  })
})

describe('queryStringOf', () => {
  it('says in words what the fields say', () => {
    expect(
      queryStringOf({
        q: 'part owner:etl',
        owner: 'etl',
        kind: 'file',
        path: '/a b',
        size_min: '1 MiB',
        modified_from: '2026-11-20',
        modified_to: '2026-11-21',
      }),
    ).toBe(
      'part owner:etl kind:file path:"/a b" size:1048576.. mtime:2026-11-20T00:00:00Z..2026-11-21T23:59:59Z',
    )
    expect(queryStringOf({ sort: 'name', cursor: 'c', open: 'save' })).toBe('')
  })
})

describe('piecesOf', () => {
  const texts = (name: string, ranges: number[][]) =>
    piecesOf(name, ranges).map(({ text, matched }) => (matched ? `[${text}]` : text))

  it('cuts at the ranges', () => {
    expect(
      texts('part-0.parquet', [
        [0, 4],
        [7, 14],
      ]),
    ).toEqual(['[part]', '-0.', '[parquet]'])
    expect(texts('plain', [])).toEqual(['plain'])
  })

  it('ignores ranges that make no sense instead of losing characters', () => {
    expect(texts('name', [[2, 99], [1, 2], [0, 1], []]).join('')).toBe('n[a]me')
  })
})
