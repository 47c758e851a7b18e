import { expect, it } from 'vitest'
import { narrowed, valueText, withTypos } from './facets'

it('narrows the query string, and not twice', () => {
  expect(narrowed('report', 'owner', 'ana')).toBe('report owner:ana')
  expect(narrowed('', 'mtime', '<now-730d')).toBe('mtime:<now-730d')
  expect(narrowed('owner:ana', 'owner', 'ana')).toBe('owner:ana')
  expect(narrowed('x', 'group', 'two "words"')).toBe('x group:"two \\"words\\""')
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
  expect(withTypos('owner:ana -tmp')).toBeUndefined()
  expect(withTypos('reprot typos:yes')).toBeUndefined()
  expect(withTypos(undefined)).toBeUndefined()
})
