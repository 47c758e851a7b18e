import type { FigureName, Figures } from '~/api/figures'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'
import type { TimeSeries } from '~/ui/TimeChart'

/** More charts than these are not looked at; the table of namenodes has all. */
const NAMENODES_DRAWN_MAX = 4

export type Drawing = {
  title: string
  series: TimeSeries[]
  format: (value: number) => string
  stacked?: boolean
  whole?: boolean
  binary?: boolean
}

const KINDS = ['read', 'list', 'write', 'datanode']
const perSecond = (value: number) =>
  `${value < 10 ? Math.round(value * 100) / 100 : formatCount(value)}/s`
const milliseconds = (value: number) =>
  value < 10 ? `${Math.round(value * 100) / 100} ms` : formatDuration(value)

/** The charts of the overview: two for each namenode, then those of the whole cluster. */
export function drawingsOf({ series }: Figures): Drawing[] {
  const namenodes = [...new Set(series.flatMap(({ namenode }) => namenode ?? []))].sort()
  const byKind = (namenode: string, name: FigureName): TimeSeries[] =>
    KINDS.flatMap((kind) =>
      series
        .filter((one) => one.namenode === namenode && one.name === name && one.kind === kind)
        .map(({ values }) => ({ name: kind, values })),
    )
  const ofCluster = (names: Partial<Record<FigureName, string>>): TimeSeries[] =>
    series.flatMap(({ name, namenode, values }) => {
      const label = names[name]
      return namenode === null && label !== undefined ? [{ name: label, values }] : []
    })
  const drawings: Drawing[] = namenodes.slice(0, NAMENODES_DRAWN_MAX).flatMap((namenode) => [
    {
      title: `Operations of ${namenode}`,
      series: byKind(namenode, 'operations_per_s'),
      format: perSecond,
      stacked: true,
    },
    {
      title: `Latency of ${namenode}, 99th percentile`,
      series: byKind(namenode, 'latency_p99_ms'),
      format: milliseconds,
    },
  ])
  drawings.push(
    {
      title: 'Capacity',
      series: ofCluster({ used_bytes: 'used', capacity_bytes: 'capacity' }),
      format: formatBytes,
      binary: true,
    },
    {
      title: 'Blocks',
      series: ofCluster({ under_replicated_blocks: 'under-replicated', missing_blocks: 'missing' }),
      format: formatCount,
      whole: true,
    },
    {
      title: 'Lag behind the changes',
      series: ofCluster({ search_lag_ms: 'search', sql_lag_ms: 'SQL' }),
      format: milliseconds,
    },
    {
      title: 'Running jobs',
      series: ofCluster({ running_jobs: 'jobs' }),
      format: formatCount,
      whole: true,
    },
  )
  return drawings.filter((drawing) => drawing.series.length > 0)
}

export type Summary = { name: string; now: number | null; mean: number; highest: number }

/** What a chart says, in numbers; series that were never measured are left out. */
export function summaryOf(series: TimeSeries[]): Summary[] {
  return series.flatMap(({ name, values }) => {
    const measured = values.filter((value) => value !== null)
    if (measured.length === 0) return []
    return {
      name,
      now: values.at(-1) ?? null,
      mean: measured.reduce((sum, value) => sum + value, 0) / measured.length,
      highest: Math.max(...measured),
    }
  })
}
