import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

const HEIGHT_PX = 320
const LABEL_WIDTH_PX = 220

export type ChartPoint = { label: string; value: number }

type ChartProps = {
  kind: 'bar' | 'line'
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  points: ChartPoint[]
  format: (value: number) => string
  onSelect?: (index: number) => void
}

/** Points as bars (the first on top) or as a line. */
export function Chart({ kind, title, points, format, onSelect }: ChartProps) {
  const scheme = useComputedColorScheme('light')
  const theme = useMantineTheme()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const select = useRef(onSelect)
  select.current = onSelect

  useEffect(() => {
    if (!box.current) return
    const made = init(box.current, undefined, { renderer: 'svg' })
    made.on('click', (event) => select.current?.(event.dataIndex))
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    const ink = scheme === 'dark' ? theme.colors.gray[4] : theme.colors.gray[7]
    const line = scheme === 'dark' ? theme.colors.dark[4] : theme.colors.gray[3]
    const labels = {
      type: 'category' as const,
      data: points.map((point) => point.label),
      axisLabel: { color: ink, width: LABEL_WIDTH_PX, overflow: 'truncate' as const },
      axisLine: { lineStyle: { color: line } },
    }
    const values = {
      type: 'value' as const,
      axisLabel: { color: ink, formatter: format, hideOverlap: true },
      splitLine: { lineStyle: { color: line } },
    }
    chart.current?.setOption(
      {
        animation: false,
        color: [theme.colors[theme.primaryColor]?.[scheme === 'dark' ? 4 : 6] ?? '#3b7'],
        grid: { left: 8, right: 24, top: 12, bottom: 8, containLabel: true },
        tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => format(Number(value)) },
        xAxis: kind === 'bar' ? values : labels,
        yAxis: kind === 'bar' ? { ...labels, inverse: true } : values,
        series: [{ type: kind, name: title, data: points.map((point) => point.value) }],
      },
      true,
    )
  }, [kind, title, points, format, scheme, theme])

  return <Box ref={box} h={HEIGHT_PX} w="100%" role="img" aria-label={title} />
}
