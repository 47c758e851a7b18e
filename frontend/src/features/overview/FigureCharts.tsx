import { SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import type { Figures } from '~/api/figures'
import { FigureCard } from './FigureCard'
import { drawingsOf } from './figures'

/** What there is to draw, as cards. */
export function FigureCharts({ figures }: { figures: Figures }) {
  const drawings = useMemo(() => drawingsOf(figures), [figures])
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {drawings.map((drawing) => (
        <FigureCard key={drawing.title} drawing={drawing} times={figures.times} />
      ))}
    </SimpleGrid>
  )
}
