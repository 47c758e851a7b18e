import type { LimitChangeDetails, LimitPoint } from '~/api/limits'
import { meanOver, meanTimeOver, stepsOf } from '~/format/stretches'
import { t } from '~/i18n/t'
import type { TimeSeries } from '~/ui/TimeChart'

export type Drawn = { times: string[]; calls: TimeSeries[]; latency: TimeSeries[] }

/** The points of a record as lines: each mean from its begin to its end, a gap at the change. */
export function linesOf({ name, before, after }: LimitChangeDetails): Drawn {
  const { times, values } = stepsOf(before, after)
  return {
    times,
    calls: [
      { name, values: values((point) => point.calls_per_s) },
      { name: t('all others'), values: values((point) => point.others_per_s) },
      { name: t('refused'), values: values((point) => point.refused_per_s) },
    ],
    latency: [
      { name, values: values((point) => point.mean_ms) },
      { name: t('all others'), values: values((point) => point.others_mean_ms) },
    ],
  }
}

export type Means = Pick<
  LimitPoint,
  'calls_per_s' | 'mean_ms' | 'others_per_s' | 'others_mean_ms' | 'refused_per_s'
>

/** Over all of these points, by their length; latencies by their calls. Undefined without any. */
export function meansOf(points: LimitPoint[]): Means | undefined {
  const calls = meanOver(points, (point) => point.calls_per_s)
  const others = meanOver(points, (point) => point.others_per_s)
  if (calls === null || others === null) return undefined
  const told = points.some((point) => point.refused_per_s !== null)
  return {
    calls_per_s: calls,
    mean_ms: meanTimeOver(
      points,
      (point) => point.calls_per_s,
      (point) => point.mean_ms,
    ),
    others_per_s: others,
    others_mean_ms: meanTimeOver(
      points,
      (point) => point.others_per_s,
      (point) => point.others_mean_ms,
    ),
    refused_per_s: told ? meanOver(points, (point) => point.refused_per_s ?? 0) : null,
  }
}
