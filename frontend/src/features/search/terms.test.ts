import { describe, expect, it } from 'vitest'
import { asOneCondition, narrowed, termsOf, valuesOf, without, withValues } from './terms'

describe('termsOf', () => {
  it('keeps quotations and brackets whole', () => {
    const texts = (query: string) => termsOf(query).map(({ text }) => text)
    expect(texts(' a  "b \\" c" -(d OR (e f)) x:"g h"')).toEqual([
      'a',
      '"b \\" c"',
      '-(d OR (e f))',
      'x:"g h"',
    ])
    expect(texts('copy(1) b')).toEqual(['copy(1)', 'b'])
    expect(texts('"never closed')).toEqual(['"never closed'])
    expect(texts('(a b')).toEqual(['(a b'])
  })
})

describe('values of a field', () => {
  it('are read from its conditions', () => {
    expect(valuesOf('report owner:ana,bob', 'owner')).toEqual(['ana', 'bob'])
    expect(valuesOf('Owner:"two, words" x', 'owner')).toEqual(['two, words'])
    expect(valuesOf('-owner:ana (owner:bob x)', 'owner')).toEqual([])
    expect(valuesOf('owner:ana OR owner:bob', 'owner')).toEqual([])
  })

  it('take the place of those that were there', () => {
    expect(withValues('owner:ana report', 'owner', ['ana', 'bob'])).toBe('report owner:ana,bob')
    expect(withValues('report owner:ana', 'owner', [])).toBe('report')
    expect(withValues('', 'mtime', ['<now-730d', 'now-7d..now-1d'])).toBe(
      'mtime:<now-730d,now-7d..now-1d',
    )
    expect(withValues('x', 'group', ['two "words"'])).toBe('x group:"two \\"words\\""')
    expect(withValues('x', 'group', ['a', 'two words'])).toBe('x group:"two words"')
  })

  it('narrow, and not twice', () => {
    expect(narrowed('report', 'owner', 'ana')).toBe('report owner:ana')
    expect(narrowed('', 'mtime', '<now-730d')).toBe('mtime:<now-730d')
    expect(narrowed('owner:ana', 'owner', 'ana')).toBe('owner:ana')
    expect(narrowed('a OR b', 'path', '/a b')).toBe('(a OR b) path:"/a b"')
  })

  it('hold for all alternatives', () => {
    expect(withValues('a OR b', 'owner', ['ana'])).toBe('(a OR b) owner:ana')
    expect(without('(a OR b) owner:ana', 'owner')).toBe('(a OR b)')
    expect(asOneCondition('(a OR b)')).toBe('(a OR b)')
  })
})
