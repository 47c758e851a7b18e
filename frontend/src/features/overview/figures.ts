import type { FigureName, Figures } from '~/api/figures'
import { formatBytes } from '~/format/bytes'
import { formatCount, formatRounded } from '~/format/count'
import { formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
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

const KINDS = ['read', 'list', 'write', 'datanode'] as const
const kindNames = perLanguage(
  (): Record<(typeof KINDS)[number], string> => ({
    read: t('read'),
    list: t('list'),
    write: t('write'),
    datanode: t('datanode'),
  }),
)
const perSecond = (value: number) =>
  `${value < 10 ? formatRounded(value, 2) : formatCount(value)}/s`
const milliseconds = (value: number) =>
  value < 10 ? `${formatRounded(value, 2)} ms` : formatDuration(value)

/** The charts of the overview: two for each namenode, then those of the whole cluster. */
export function drawingsOf({ series }: Figures): Drawing[] {
  const namenodes = [...new Set(series.flatMap(({ namenode }) => namenode ?? []))].sort()
  const byKind = (namenode: string, name: FigureName): TimeSeries[] =>
    KINDS.flatMap((kind) =>
      series
        .filter((one) => one.namenode === namenode && one.name === name && one.kind === kind)
        .map(({ values }) => ({ name: kindNames()[kind], values })),
    )
  const ofCluster = (names: Partial<Record<FigureName, string>>): TimeSeries[] =>
    series.flatMap(({ name, namenode, values }) => {
      const label = names[name]
      return namenode === null && label !== undefined ? [{ name: label, values }] : []
    })
  const drawings: Drawing[] = namenodes.slice(0, NAMENODES_DRAWN_MAX).flatMap((namenode) => [
    {
      title: t('Operations of {namenode}', { namenode }),
      series: byKind(namenode, 'operations_per_s'),
      format: perSecond,
      stacked: true,
    },
    {
      title: t('Latency of {namenode}, 99th percentile', { namenode }),
      series: byKind(namenode, 'latency_p99_ms'),
      format: milliseconds,
    },
  ])
  drawings.push(
    {
      title: t('Capacity'),
      series: ofCluster({ used_bytes: t('used'), capacity_bytes: t('capacity') }),
      format: formatBytes,
      binary: true,
    },
    {
      title: t('Blocks'),
      series: ofCluster({
        under_replicated_blocks: t('under-replicated'),
        missing_blocks: t('missing'),
      }),
      format: formatCount,
      whole: true,
    },
    {
      title: t('Lag behind the changes'),
      series: ofCluster({ search_lag_ms: t('search'), sql_lag_ms: 'SQL' }),
      format: milliseconds,
    },
    {
      title: t('Running jobs'),
      series: ofCluster({ running_jobs: t('jobs') }),
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
