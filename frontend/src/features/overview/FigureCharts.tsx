import { SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import type { Figures } from '~/api/figures'
import { FigureCard } from './FigureCard'
import { drawingsOf } from './figures'

/** Loaded when there is something to draw: the library of charts is larger than the page. */
export default function FigureCharts({ figures }: { figures: Figures }) {
  const drawings = useMemo(() => drawingsOf(figures), [figures])
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {drawings.map((drawing) => (
        <FigureCard key={drawing.title} drawing={drawing} times={figures.times} />
      ))}
    </SimpleGrid>
  )
}
