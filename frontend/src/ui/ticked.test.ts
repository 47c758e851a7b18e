import { expect, it } from 'vitest'
import { TICKED_MAX, tickedIds, toggledTick } from './ticked'

it('adds an id, and takes away one that is there', () => {
  expect(toggledTick(undefined, 7)).toBe('7')
  expect(toggledTick('7', 9)).toBe('7,9')
  expect(toggledTick('7,9', 7)).toBe('9')
  expect(toggledTick('9', 9)).toBeUndefined()
})

it('reads ids alone, and no more than there may be', () => {
  expect(tickedIds('7,,x,-1,1.5,9')).toEqual([7, 9])
  const many = Array.from({ length: TICKED_MAX + 5 }, (_, at) => at + 1).join(',')
  expect(tickedIds(many)).toHaveLength(TICKED_MAX)
  expect(toggledTick(many, 9_999)).toBe(tickedIds(many).join(','))
})
