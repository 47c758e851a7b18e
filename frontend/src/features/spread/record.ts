import type { SpreadChangeDetails, SpreadPoint } from '~/api/spread'
import { meanOver, meanTimeOver, stepsOf } from '~/format/stretches'
import { t } from '~/i18n/t'
import type { TimeSeries } from '~/ui/TimeChart'

export type Drawn = {
  times: string[]
  calls: TimeSeries[]
  latency: TimeSeries[]
  shard: TimeSeries[]
}

/** The points of a record as lines: each mean from its begin to its end, a gap at the change. */
export function linesOf({ before, after }: SpreadChangeDetails): Drawn {
  const { times, values } = stepsOf(before, after)
  return {
    times,
    calls: [
      { name: t('this directory'), values: values((point) => point.calls_per_s) },
      { name: t('all others'), values: values((point) => point.others_per_s) },
    ],
    latency: [
      { name: t('this directory'), values: values((point) => point.mean_ms) },
      { name: t('all others'), values: values((point) => point.others_mean_ms) },
    ],
    shard: [
      { name: t('rows'), values: values((point) => point.busiest?.rows_per_s ?? null) },
      { name: t('operations'), values: values((point) => point.busiest?.operations_per_s ?? null) },
    ],
  }
}

export type Means = {
  callsPerS: number | null
  meanMs: number | null
  othersPerS: number | null
  othersMeanMs: number | null
  rowsPerS: number | null
  operationsPerS: number | null
  imbalance: number | null
}

/** Over all of these points, by their length; latencies by their calls. */
export function meansOf(points: SpreadPoint[]): Means {
  return {
    callsPerS: meanOver(points, (point) => point.calls_per_s),
    meanMs: meanTimeOver(
      points,
      (point) => point.calls_per_s,
      (point) => point.mean_ms,
    ),
    othersPerS: meanOver(points, (point) => point.others_per_s),
    othersMeanMs: meanTimeOver(
      points,
      (point) => point.others_per_s,
      (point) => point.others_mean_ms,
    ),
    rowsPerS: meanOver(points, (point) => point.busiest?.rows_per_s ?? null),
    operationsPerS: meanOver(points, (point) => point.busiest?.operations_per_s ?? null),
    imbalance: meanOver(points, (point) => point.busiest?.imbalance ?? null),
  }
}
