import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages } from '~/i18n/de'
import { speak } from '~/i18n/language'
import { cellWords, columnWords } from './words'
import listed from './words.json'

beforeAll(() => speak('de'))
afterAll(() => speak('en'))

it('has German for the columns of every report', async () => {
  await speak('en')
  const english = listed.columns.map(columnWords)
  await speak('de')
  expect(english.filter((text) => !Object.hasOwn(messages, text))).toEqual([])
  expect(columnWords('space_bytes')).toBe('Platz')
  expect(columnWords('last_change')).toBe('Letzte Änderung')
})

it('has German for the classes of rows, and leaves names alone', () => {
  expect(listed.classes.filter((text) => !Object.hasOwn(messages, text))).toEqual([])
  expect(cellWords('age', 'older')).toBe('älter')
  expect(cellWords('owner', 'older')).toBe('older')
})
