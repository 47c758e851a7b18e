import type { LimitChangeDetails, LimitPoint } from '~/api/limits'
import type { TimeSeries } from '~/ui/TimeChart'

const MOMENT_MS = 1

export type Drawn = { times: string[]; calls: TimeSeries[]; latency: TimeSeries[] }

/** The points of a record as lines: each mean from its begin to its end, a gap at the change. */
export function linesOf({ name, before, after }: LimitChangeDetails): Drawn {
  const places = [...before.flatMap(stepOf), undefined, ...after.flatMap(stepOf)]
  const change = after[0]?.begin ?? before.at(-1)?.end
  const shown = change === undefined ? [] : places
  const line = (title: string, value: (point: LimitPoint) => number | null): TimeSeries => ({
    name: title,
    values: shown.map((place) => (place ? value(place.point) : null)),
  })
  return {
    times: shown.map((place) => place?.time ?? change ?? ''),
    calls: [
      line(name, (point) => point.calls_per_s),
      line('all others', (point) => point.others_per_s),
      line('refused', (point) => point.refused_per_s),
    ],
    latency: [
      line(name, (point) => point.mean_ms),
      line('all others', (point) => point.others_mean_ms),
    ],
  }
}

function stepOf(point: LimitPoint): { time: string; point: LimitPoint }[] {
  const end = new Date(Date.parse(point.end) - MOMENT_MS).toISOString()
  return [
    { time: point.begin, point },
    { time: end, point },
  ]
}

export type Means = Pick<
  LimitPoint,
  'calls_per_s' | 'mean_ms' | 'others_per_s' | 'others_mean_ms' | 'refused_per_s'
>

/** Over all of these points, by their length; latencies by their calls. Undefined without any. */
export function meansOf(points: LimitPoint[]): Means | undefined {
  const seconds = (point: LimitPoint) => (Date.parse(point.end) - Date.parse(point.begin)) / 1_000
  const total = points.reduce((sum, point) => sum + seconds(point), 0)
  if (total <= 0) return undefined
  const rate = (value: (point: LimitPoint) => number) =>
    points.reduce((sum, point) => sum + value(point) * seconds(point), 0) / total
  const mean = (
    calls: (point: LimitPoint) => number,
    time: (point: LimitPoint) => number | null,
  ) => {
    const all = rate(calls)
    return all > 0 ? rate((point) => calls(point) * (time(point) ?? 0)) / all : null
  }
  const told = points.some((point) => point.refused_per_s !== null)
  return {
    calls_per_s: rate((point) => point.calls_per_s),
    mean_ms: mean(
      (point) => point.calls_per_s,
      (point) => point.mean_ms,
    ),
    others_per_s: rate((point) => point.others_per_s),
    others_mean_ms: mean(
      (point) => point.others_per_s,
      (point) => point.others_mean_ms,
    ),
    refused_per_s: told ? rate((point) => point.refused_per_s ?? 0) : null,
  }
}
