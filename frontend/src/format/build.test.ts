import { expect, it } from 'vitest'
import { formatBuild } from './build'

it.each([
  [null, null, null],
  [0, null, '0 %'],
  [7, 59_999, '7 %, less than a minute left'],
  [42, 170_000, '42 %, about 3 min left'],
  [99, 7_500_000, '99 %, about 2 h 5 min left'],
])('tells %s with %s ms left', (percent, leftMs, text) => {
  expect(formatBuild(percent, leftMs)).toBe(text)
})
