import { Box } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { highestOf, roundAxis } from './chart-axis'
import { useChart, useChartColors } from './useChart'

const HEIGHT_PX = 240
const BAR_WIDTH_MAX_PX = 36

export type StackedSeries = { name: string; values: number[] }

type StackedChartProps = {
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  /** One per bar, in order. */
  labels: string[]
  /** What each bar is made of, from the bottom: at most three parts. */
  series: StackedSeries[]
  format: (value: number) => string
  /** Ticks are round in binary units. */
  binary?: boolean
}

/** Standing bars, each of several parts on top of one another. */
export function StackedChart(props: StackedChartProps) {
  const { title, labels, series, format, binary } = props
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const axis = useMemo(() => {
    const values = series.map((each) => each.values)
    return roundAxis(highestOf(values, true), binary ? 1024 : 10, 1)
  }, [series, binary])
  const option = useMemo(
    () => ({
      animation: false,
      color: colors.series,
      grid: { left: 8, right: 8, top: 34, bottom: 8, containLabel: true },
      legend: { top: 0, left: 0, textStyle: { color: colors.ink }, icon: 'roundRect' },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => format(Number(value)) },
      xAxis: {
        type: 'category' as const,
        data: labels,
        axisLabel: { color: colors.ink, hideOverlap: true },
        axisLine: { lineStyle: { color: colors.line } },
      },
      yAxis: {
        type: 'value' as const,
        ...axis,
        axisLabel: { color: colors.ink, formatter: format },
        splitLine: { lineStyle: { color: colors.line } },
      },
      series: series.map(({ name, values }) => ({
        type: 'bar' as const,
        stack: 'all',
        name,
        data: values,
        barMaxWidth: BAR_WIDTH_MAX_PX,
      })),
    }),
    [labels, series, format, colors, axis],
  )
  useChart(box, option)
  return <Box ref={box} h={HEIGHT_PX} w="100%" role="img" aria-label={title} />
}
