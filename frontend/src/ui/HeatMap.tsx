import { Box } from '@mantine/core'
import { HeatmapChart } from 'echarts/charts'
import { VisualMapContinuousComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo, useRef } from 'react'
import { formatTimeOfDay } from '~/format/time'
import { heatMapHeightPx } from './heatMapHeight'
import { useChart, useChartColors } from './useChart'

use([HeatmapChart, VisualMapContinuousComponent])

export type HeatMapRow = { name: string; values: (number | null)[] }

type HeatMapProps = {
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  /** The id of an element that says in words what can be seen. */
  describedBy: string
  /** ISO instants: when each column begins. */
  times: string[]
  /** The first on top; one value for each time, null where nothing was measured. */
  rows: HeatMapRow[]
  format: (value: number) => string
  /** A click on a row; the table beside has the same for the keyboard. */
  onSelect: (row: number) => void
}

/** Rows over time, the hotter the more; where nothing was measured there is a gap. */
export function HeatMap(props: HeatMapProps) {
  const { title, describedBy, times, rows, format, onSelect } = props
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const cells = useMemo(() => cellsOf(rows), [rows])
  const option = useMemo(() => {
    const highest = cells.reduce((most, { value }) => Math.max(most, value), 0)
    const labels = { color: colors.ink, hideOverlap: true }
    const line = { lineStyle: { color: colors.line } }
    return {
      animation: false,
      grid: { left: 8, right: 12, top: 36, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'item' as const,
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const cell = cells[dataIndex]
          const time = cell && times[cell.column]
          const name = cell && rows[cell.row]?.name
          return time && name ? `${name}, ${formatTimeOfDay(time)}: ${format(cell.value)}` : ''
        },
      },
      visualMap: {
        type: 'continuous' as const,
        min: 0,
        max: highest || 1,
        orient: 'horizontal' as const,
        top: 0,
        left: 0,
        itemWidth: 12,
        itemHeight: 120,
        text: [format(highest), '0'],
        textStyle: { color: colors.ink },
        inRange: { color: colors.heat },
      },
      xAxis: {
        type: 'category' as const,
        data: times.map(formatTimeOfDay),
        axisLabel: labels,
        axisLine: line,
        axisTick: { show: false },
      },
      yAxis: {
        type: 'category' as const,
        inverse: true,
        data: rows.map(({ name }) => name),
        axisLabel: labels,
        axisLine: line,
        axisTick: { show: false },
      },
      series: [
        {
          type: 'heatmap' as const,
          name: title,
          data: cells.map(({ column, row, value }) => [column, row, value]),
          cursor: 'pointer',
          progressive: 0,
        },
      ],
    }
  }, [title, times, rows, cells, format, colors])
  useChart(box, option, (index) => {
    const cell = cells[index]
    if (cell) onSelect(cell.row)
  })
  return (
    <Box
      ref={box}
      h={heatMapHeightPx(rows.length)}
      w="100%"
      role="img"
      aria-label={title}
      aria-describedby={describedBy}
    />
  )
}

type Cell = { column: number; row: number; value: number }

function cellsOf(rows: HeatMapRow[]): Cell[] {
  return rows.flatMap(({ values }, row) =>
    values.flatMap((value, column) => (value === null ? [] : [{ column, row, value }])),
  )
}
