const MOMENT_MS = 1

/** What was measured from one ISO instant to another, as a mean. */
export type Stretch = { begin: string; end: string }

export type Steps<Point> = {
  /** ISO instants: the begin and the end of each stretch, with a gap at the change. */
  times: string[]
  values: (value: (point: Point) => number | null) => (number | null)[]
}

/** Means before and after a change as steps over time. */
export function stepsOf<Point extends Stretch>(before: Point[], after: Point[]): Steps<Point> {
  const change = after[0]?.begin ?? before.at(-1)?.end
  const places =
    change === undefined ? [] : [...before.flatMap(endsOf), undefined, ...after.flatMap(endsOf)]
  return {
    times: places.map((place) => place?.time ?? change ?? ''),
    values: (value) => places.map((place) => (place ? value(place.point) : null)),
  }
}

function endsOf<Point extends Stretch>(point: Point): { time: string; point: Point }[] {
  const end = new Date(Date.parse(point.end) - MOMENT_MS).toISOString()
  return [
    { time: point.begin, point },
    { time: end, point },
  ]
}

/** Over all stretches where there is a value, by their length; null without any. */
export function meanOver<Point extends Stretch>(
  points: Point[],
  value: (point: Point) => number | null,
): number | null {
  let seconds = 0
  let sum = 0
  for (const point of points) {
    const found = value(point)
    if (found === null) continue
    const length = (Date.parse(point.end) - Date.parse(point.begin)) / 1_000
    seconds += length
    sum += found * length
  }
  return seconds > 0 ? sum / seconds : null
}

/** The mean time of a call: that of each stretch weighs as much as its calls. */
export function meanTimeOver<Point extends Stretch>(
  points: Point[],
  calls: (point: Point) => number,
  time: (point: Point) => number | null,
): number | null {
  const all = meanOver(points, calls)
  const spent = meanOver(points, (point) => calls(point) * (time(point) ?? 0))
  return all !== null && all > 0 && spent !== null ? spent / all : null
}
