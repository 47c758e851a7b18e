import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { LegacyGridContainLabel } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useMemo, useRef } from 'react'

use([
  BarChart,
  LineChart,
  GridComponent,
  LegacyGridContainLabel,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
])

export type ChartColors = {
  ink: string
  line: string
  series: string[]
  /** From nothing to the most. */
  heat: string[]
}

// So far outside of the window charts are drawn ahead.
const AHEAD = '200px'

/** Calls once the element is near the window, after the frame in which it was laid out. */
function whenSeen(element: Element, seen: () => void): () => void {
  if (!('IntersectionObserver' in window)) {
    seen()
    return () => {}
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      seen()
    },
    { rootMargin: AHEAD },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Draws an option in a box that may change its size, once that is to be seen: a page is there
 * before its charts are. */
export function useChart(
  box: RefObject<HTMLDivElement | null>,
  option: EChartsCoreOption,
  onSelect?: (index: number) => void,
) {
  const chart = useRef<ECharts>(null)
  const drawn = useRef(option)
  drawn.current = option
  const select = useRef(onSelect)
  select.current = onSelect

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => chart.current?.resize())
    const forget = whenSeen(element, () => {
      const made = init(element, undefined, { renderer: 'svg' })
      made.on('click', (event) => select.current?.(event.dataIndex))
      made.setOption(drawn.current, true)
      chart.current = made
      observer.observe(element)
    })
    return () => {
      forget()
      observer.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [box])

  useEffect(() => {
    chart.current?.setOption(option, true)
  }, [option])
}

/** The console's colours for the present scheme; the first series is the most important one. */
export function useChartColors(): ChartColors {
  const scheme = useComputedColorScheme('light')
  const theme = useMantineTheme()
  return useMemo(() => {
    const dark = scheme === 'dark'
    const shade = (name: string, inDark: number, inLight: number) =>
      theme.colors[name]?.[dark ? inDark : inLight] ?? '#3b7'
    return {
      ink: dark ? shade('gray', 4, 4) : shade('gray', 7, 7),
      line: dark ? shade('dark', 4, 4) : shade('gray', 3, 3),
      series: [
        shade(theme.primaryColor, 4, 6),
        shade('orange', 5, 6),
        shade('gray', 6, 4),
        shade('blue', 4, 6),
      ],
      heat: dark
        ? [shade('dark', 5, 5), shade('orange', 8, 8), shade('orange', 5, 5), shade('orange', 1, 1)]
        : [shade('gray', 1, 1), shade('orange', 3, 3), shade('orange', 6, 6), shade('red', 9, 9)],
    }
  }, [scheme, theme])
}
