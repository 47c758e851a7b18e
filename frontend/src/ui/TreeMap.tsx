import { Box } from '@mantine/core'
import { TreemapChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useMemo, useRef } from 'react'
import { inkOn, PARTS_PX } from './parts'
import { useChart, useChartColors } from './useChart'

use([TreemapChart])

export type TreeMapPart = {
  name: string
  value: number
  color: string
  /** Lines under its name while it is pointed at. */
  hint: string
}

type TreeMapProps = {
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  /** The id of an element that says in words what can be seen. */
  describedBy: string
  parts: TreeMapPart[]
  format: (value: number) => string
  /** A click on a part; the table beside has the same for the keyboard. */
  onSelect: (part: number) => void
}

/** Parts of a whole as areas. */
export function TreeMap({ title, describedBy, parts, format, onSelect }: TreeMapProps) {
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const option = useMemo(
    () => ({
      animation: false,
      tooltip: {
        trigger: 'item' as const,
        renderMode: 'richText' as const,
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const part = parts[dataIndex - ROOT_NODES]
          return part ? `${part.name}\n${format(part.value)}\n${part.hint}` : ''
        },
      },
      series: [
        {
          type: 'treemap' as const,
          name: title,
          top: 0,
          left: 0,
          right: 0,
          bottom: 0,
          roam: false as const,
          nodeClick: false as const,
          breadcrumb: { show: false },
          itemStyle: { borderWidth: 0, gapWidth: 2, borderColor: colors.line },
          label: { overflow: 'truncate' as const, fontSize: 12, lineHeight: 16 },
          data: parts.map((part) => ({
            name: part.name,
            value: part.value,
            itemStyle: { color: part.color },
            label: {
              color: inkOn(part.color),
              formatter: () => `${part.name}\n${format(part.value)}`,
            },
          })),
        },
      ],
    }),
    [title, parts, format, colors],
  )
  useChart(box, option, (index) => {
    const part = index - ROOT_NODES
    if (parts[part]) onSelect(part)
  })
  return (
    <Box
      ref={box}
      h={PARTS_PX}
      w="100%"
      role="img"
      aria-label={title}
      aria-describedby={describedBy}
    />
  )
}

/** ECharts counts the node that holds all parts as well. */
const ROOT_NODES = 1
