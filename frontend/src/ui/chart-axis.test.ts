import { describe, expect, it } from 'vitest'
import { highestOf, roundAxis, roundStep } from './chart-axis'

const GIB = 1024 ** 3

describe('ticks of an axis', () => {
  it.each([
    [2.9, 10, 1],
    [3.1, 10, 2],
    [1_400, 10, 500],
    [0.4, 10, 0.2],
    [252 * GIB, 1024, 100 * GIB],
    [1_000 * GIB, 1024, 500 * GIB],
    [3_000 * GIB, 1024, 1024 * GIB],
    [24 * 1024, 1024, 10 * 1024],
  ] as const)('%d in steps of base %d: %d', (highest, base, step) => {
    expect(roundStep(highest, base)).toBeCloseTo(step, 6)
  })

  it('has some where nothing happened', () => {
    expect(roundStep(0, 10)).toBe(1)
  })

  it('end with a round one above all values', () => {
    expect(roundAxis(20_500, 10)).toEqual({ min: 0, max: 30_000, interval: 10_000 })
    expect(roundAxis(20_000, 10)).toEqual({ min: 0, max: 20_000, interval: 10_000 })
    expect(roundAxis(24.4 * 1024, 1024).max).toBe(30 * 1024)
    expect(roundAxis(0.4, 10, 1)).toEqual({ min: 0, max: 1, interval: 1 })
    expect(roundAxis(0, 10)).toEqual({ min: 0, max: 1, interval: 1 })
  })

  it('goes up to the sum of what is stacked', () => {
    const lines = [
      [1, null, 3],
      [2, 7, 1],
    ]
    expect(highestOf(lines, true)).toBe(7)
    expect(highestOf(lines, false)).toBe(7)
    expect(highestOf([[1], [2]], true)).toBe(3)
    expect(highestOf([], false)).toBe(0)
  })
})
