import { describe, expect, it } from 'vitest'
import { formatBytes, formatBytesExactly, parseBytes } from './bytes'
import { formatCountShort, formatShare, plural } from './count'
import { formatMode } from './mode'
import { childOf, isWithin, nameOf, normalizePath, parentOf, segmentsOf, visibleName } from './path'
import { formatAge, formatDuration, formatUntil, startOfDay, startOfNextDay } from './time'

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '0.98 KiB'],
    [1_024, '1 KiB'],
    [1_536, '1.5 KiB'],
    [134_217_728, '128 MiB'],
    [3_650_722_201, '3.4 GiB'],
    [2 ** 50, '1 PiB'],
    [Number.MAX_SAFE_INTEGER, '8 PiB'],
  ])('%d reads as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('keeps every byte in the exact form', () => {
    expect(formatBytesExactly(3_650_722_201)).toBe('3,650,722,201 bytes')
    expect(formatBytesExactly(1)).toBe('1 byte')
  })

  it.each([
    ['4096', 4_096],
    ['1k', 1_024],
    ['1.5 TiB', 1.5 * 2 ** 40],
    [' 64 mb ', 64 * 2 ** 20],
    ['', undefined],
    ['-1', undefined],
    ['1 parsec', undefined],
    ['99999 PiB', undefined],
  ])('reads “%s”', (text, bytes) => expect(parseBytes(text)).toBe(bytes))
})

describe('counts', () => {
  it('is exact until it gets long', () => {
    expect(formatCountShort(99_999)).toBe('99,999')
    expect(formatCountShort(1_234_567)).toBe('1.2M')
  })

  it('knows plurals', () => {
    expect(plural(1, 'directory')).toBe('1 directory')
    expect(plural(1_204, 'directory')).toBe('1,204 directories')
    expect(plural(0, 'match')).toBe('0 matches')
  })

  it('never shows a real share as zero', () => {
    expect(formatShare(1, 1e9)).toBe('< 0.1 %')
    expect(formatShare(0, 10)).toBe('0.0 %')
    expect(formatShare(5, 0)).toBe('0 %')
  })
})

describe('modes', () => {
  it.each([
    ['0755', 'rwxr-xr-x'],
    ['644', 'rw-r--r--'],
    ['1777', 'rwxrwxrwt'],
    ['1776', 'rwxrwxrwT'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (octal, letters) => expect(formatMode(octal)).toBe(letters))
})

describe('paths', () => {
  it('normalizes slashes and nothing else', () => {
    expect(normalizePath('//a///b /')).toBe('/a/b ')
    expect(normalizePath('/')).toBe('/')
  })

  it('walks up and down', () => {
    expect(parentOf('/a')).toBe('/')
    expect(parentOf('/a/b')).toBe('/a')
    expect(nameOf('/a/b')).toBe('b')
    expect(childOf('/', 'a')).toBe('/a')
    expect(segmentsOf('/a/b')).toEqual([
      { name: 'a', path: '/a' },
      { name: 'b', path: '/a/b' },
    ])
  })

  it('does not take a longer name for a path below', () => {
    expect(isWithin('/a/b', '/a')).toBe(true)
    expect(isWithin('/ab', '/a')).toBe(false)
    expect(isWithin('/ab', '/')).toBe(true)
  })

  it('shows what would hide', () => {
    expect(visibleName('two\nlines')).toBe('two␊lines')
    expect(visibleName('a\u202eb')).toBe('a\ufffdb')
    expect(visibleName('résumé 履歴書')).toBe('résumé 履歴書')
  })
})

describe('times', () => {
  const now = Date.parse('2026-11-21T08:00:00.000Z')

  it.each([
    ['2026-11-21T07:59:59.500Z', 'now'],
    ['2026-11-21T08:00:02.000Z', 'now'],
    ['2026-11-21T07:59:56.000Z', '4 s ago'],
    ['2026-11-21T07:57:00.000Z', '3 min ago'],
    ['2026-11-21T05:59:00.000Z', '2 h ago'],
    ['2026-11-16T07:59:00.000Z', '5 d ago'],
    ['2026-01-05T07:59:00.000Z', '05 Jan 2026'],
    ['not a time', 'unknown'],
  ])('%s is %s', (time, text) => expect(formatAge(time, now)).toBe(text))

  it('counts down', () => {
    expect(formatUntil('2026-11-24T07:00:00Z', now)).toBe('in 3 d')
    expect(formatUntil('2026-11-21T08:00:00Z', now)).toBe('expired')
  })

  it('reads spans', () => {
    expect(formatDuration(84)).toBe('84 ms')
    expect(formatDuration(1_000)).toBe('1.0 s')
    expect(formatDuration(185_000)).toBe('3 min 05 s')
    expect(formatDuration(7_800_000)).toBe('2 h 10 min')
  })

  it('turns days into the bounds of a half-open range', () => {
    expect(startOfDay('2026-11-21')).toBe('2026-11-21T00:00:00.000Z')
    expect(startOfNextDay('2026-12-31')).toBe('2027-01-01T00:00:00.000Z')
    expect(startOfDay('2026-99-99')).toBeUndefined()
  })
})
