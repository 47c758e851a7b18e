import { Box } from '@mantine/core'
import { SunburstChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useMemo, useRef } from 'react'
import { inkOn, PARTS_PX } from './parts'
import type { TreeMapPart } from './TreeMap'
import { useChart, useChartColors } from './useChart'

use([SunburstChart])

const LABEL_WIDTH_PX = 84
/** Below so many degrees a part has no room for its name. */
const NAMED_FROM_DEGREES = 9

export type SunburstPart = TreeMapPart & {
  /** What is in it, as far as that is drawn. */
  inside: TreeMapPart[]
}

/** A part, or one of those inside of it. */
export type SunburstPlace = { part: number; inside?: number }

type SunburstProps = {
  /** What is drawn, for screen readers; the numbers are in the table beside it. */
  title: string
  /** The id of an element that says in words what can be seen. */
  describedBy: string
  parts: SunburstPart[]
  format: (value: number) => string
  /** A click on a part; the table beside has the same for the keyboard. */
  onSelect: (place: SunburstPlace) => void
}

/** Parts of a whole as a ring, and what is in them as one around it. */
export function Sunburst({ title, describedBy, parts, format, onSelect }: SunburstProps) {
  const colors = useChartColors()
  const box = useRef<HTMLDivElement>(null)
  const places = useMemo(() => placesOf(parts), [parts])
  const option = useMemo(
    () => ({
      animation: false,
      tooltip: {
        trigger: 'item' as const,
        renderMode: 'richText' as const,
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const part = partAt(parts, places[dataIndex])
          return part ? `${part.name}\n${format(part.value)}\n${part.hint}` : ''
        },
      },
      series: [
        {
          type: 'sunburst' as const,
          name: title,
          radius: ['16%', '98%'],
          nodeClick: false as const,
          // As they are given: the largest first, what is left over last.
          sort: null,
          itemStyle: { borderWidth: 1, borderColor: colors.line },
          emphasis: { focus: 'ancestor' as const },
          label: {
            rotate: 'radial' as const,
            minAngle: NAMED_FROM_DEGREES,
            width: LABEL_WIDTH_PX,
            overflow: 'truncate' as const,
            fontSize: 11,
          },
          data: parts.map((part) => ({
            ...drawn(part),
            // Both were asked for at different moments.
            value: Math.max(
              part.value,
              part.inside.reduce((sum, { value }) => sum + value, 0),
            ),
            children: part.inside.map(drawn),
          })),
        },
      ],
    }),
    [title, parts, places, format, colors],
  )
  useChart(box, option, (index) => {
    const place = places[index]
    if (place) onSelect(place)
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

function drawn({ name, value, color }: TreeMapPart) {
  return { name, value, itemStyle: { color }, label: { color: inkOn(color) } }
}

/** As ECharts counts them: the node that holds all, then each part before what is inside of it. */
export function placesOf(parts: SunburstPart[]): (SunburstPlace | undefined)[] {
  return [
    undefined,
    ...parts.flatMap(({ inside }, part) => [
      { part },
      ...inside.map((_, at) => ({ part, inside: at })),
    ]),
  ]
}

function partAt(parts: SunburstPart[], place: SunburstPlace | undefined): TreeMapPart | undefined {
  if (!place) return undefined
  const part = parts[place.part]
  return place.inside === undefined ? part : part?.inside[place.inside]
}
