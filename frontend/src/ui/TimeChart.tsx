import { Box } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { highestOf, roundAxis } from './chart-axis'
import { TIME_CHART_PX } from './timeChartHeight'
import { useChart, useChartColors } from './useChart'

export type TimeSeries = { name: string; values: (number | null)[] }

type TimeChartProps = {
  /** What is drawn, for screen readers; the numbers are in the table below it. */
  title: string
  /** ISO instants, one for each value. */
  times: string[]
  series: TimeSeries[]
  format: (value: number) => string
  /** Values of a moment are parts of a whole. */
  stacked?: boolean
  /** There is nothing between two whole numbers. */
  whole?: boolean
  /** Ticks are round in binary units. */
  binary?: boolean
}

/** Lines over time; where nothing was measured there is a gap. */
export function TimeChart({
  title,
  times,
  series,
  format,
  stacked,
  whole,
  binary,
}: TimeChartProps) {
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const option = useMemo(() => {
    const highest = highestOf(
      series.map(({ values }) => values),
      stacked ?? false,
    )
    return {
      animation: false,
      // As everywhere in the console.
      useUTC: true,
      color: colors.series,
      grid: { left: 8, right: 12, top: 34, bottom: 4, containLabel: true },
      legend: { top: 0, left: 0, textStyle: { color: colors.ink }, icon: 'roundRect' },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
      },
      xAxis: {
        type: 'time' as const,
        splitNumber: 4,
        axisLabel: { color: colors.ink, hideOverlap: true },
        axisLine: { lineStyle: { color: colors.line } },
      },
      yAxis: {
        type: 'value' as const,
        ...roundAxis(highest, binary ? 1024 : 10, whole ? 1 : 0),
        axisLabel: { color: colors.ink, formatter: format },
        splitLine: { lineStyle: { color: colors.line } },
      },
      series: series.map(({ name, values }) => ({
        type: 'line' as const,
        name,
        showSymbol: false,
        lineStyle: { width: 1.5 },
        ...(stacked && { stack: 'all', areaStyle: { opacity: 0.35 } }),
        data: values.map((value, place) => [times[place], value]),
      })),
    }
  }, [times, series, format, stacked, whole, binary, colors])
  useChart(box, option)
  return <Box ref={box} h={TIME_CHART_PX} w="100%" role="img" aria-label={title} />
}
