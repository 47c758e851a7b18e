import { expect, test } from 'vitest'
import { percentOf } from './count'

test('the tiniest share of a bar is a number that ARIA knows', () => {
  expect(String(percentOf(6.9e-12, 1))).toBe('0')
  expect(percentOf(1, 3)).toBe(33.33)
  expect(percentOf(1, 0)).toBe(0)
})
