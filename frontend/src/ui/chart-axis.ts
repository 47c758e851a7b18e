const STEPS_OF_TEN = [1, 2, 5]
const STEPS_OF_1024 = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/**
 * The distance between two ticks of an axis from 0 to a value: round in the units that its
 * labels are written in.
 *
 * @param base 1024 where labels are binary sizes, else 10
 * @param ticks how many there may be above 0
 */
export function roundStep(highest: number, base: 10 | 1024, ticks = 3): number {
  const least = highest / ticks
  if (!(least > 0)) return 1
  const unit = base ** Math.floor(Math.log(least) / Math.log(base))
  const steps = base === 10 ? STEPS_OF_TEN : STEPS_OF_1024
  return unit * (steps.find((step) => step * unit >= least) ?? base)
}

/** An axis from 0 to the first round value at or above the highest one: its last tick. */
export function roundAxis(highest: number, base: 10 | 1024, leastStep = 0) {
  const interval = Math.max(leastStep, roundStep(highest, base))
  return { min: 0, max: interval * Math.max(1, Math.ceil(highest / interval)), interval }
}

/** The highest value of some lines, or of their sums where they are stacked. */
export function highestOf(lines: (number | null)[][], stacked: boolean): number {
  if (!stacked) return Math.max(0, ...lines.flat().map((value) => value ?? 0))
  const moments = Math.max(0, ...lines.map((line) => line.length))
  const sums = Array.from({ length: moments }, (_, place) =>
    lines.reduce((sum, line) => sum + (line[place] ?? 0), 0),
  )
  return Math.max(0, ...sums)
}
