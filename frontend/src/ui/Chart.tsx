import { Box } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { roundAxis } from './chart-axis'
import { useChart, useChartColors } from './useChart'

const HEIGHT_PX = 320
const LABEL_WIDTH_PX = 220

export type ChartPoint = { label: string; value: number }

type ChartProps = {
  kind: 'bar' | 'line'
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  points: ChartPoint[]
  format: (value: number) => string
  /** Ticks are round in binary units. */
  binary?: boolean
  onSelect?: (index: number) => void
}

/** Points as bars (the first on top) or as a line. */
export function Chart({ kind, title, points, format, binary, onSelect }: ChartProps) {
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const option = useMemo(() => {
    const labels = {
      type: 'category' as const,
      data: points.map((point) => point.label),
      axisLabel: { color: colors.ink, width: LABEL_WIDTH_PX, overflow: 'truncate' as const },
      axisLine: { lineStyle: { color: colors.line } },
    }
    const values = {
      type: 'value' as const,
      ...axisOf(points, binary ? 1024 : 10),
      axisLabel: { color: colors.ink, formatter: format, hideOverlap: true },
      splitLine: { lineStyle: { color: colors.line } },
    }
    return {
      animation: false,
      color: colors.series.slice(0, 1),
      grid: { left: 8, right: 24, top: 12, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => format(Number(value)) },
      xAxis: kind === 'bar' ? values : labels,
      yAxis: kind === 'bar' ? { ...labels, inverse: true } : values,
      series: [{ type: kind, name: title, data: points.map((point) => point.value) }],
    }
  }, [kind, title, points, format, binary, colors])
  useChart(box, option, onSelect)
  return <Box ref={box} h={HEIGHT_PX} w="100%" role="img" aria-label={title} />
}

/** From 0 where nothing is below it; else the library's own. */
function axisOf(points: ChartPoint[], base: 10 | 1024) {
  const values = points.map((point) => point.value)
  return values.some((value) => value < 0) ? {} : roundAxis(Math.max(0, ...values), base)
}
