import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { FigureName, FigureRange, FigureSeries, Figures, Forecast } from './schema'

export type { FigureName, FigureRange, FigureSeries, Figures, Forecast }

export const FIGURE_RANGES = [
  '1h',
  '6h',
  '24h',
  '7d',
  '30d',
] as const satisfies readonly FigureRange[]

/** Samples are taken every ten seconds. */
const FIGURES_REFETCH_MS = 10_000
const FORECAST_REFETCH_MS = 600_000

export function figuresQuery(range: FigureRange) {
  return queryOptions({
    queryKey: ['figures', { range }],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/figures', { params: { query: { range } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: FIGURES_REFETCH_MS,
  })
}

export function forecastQuery() {
  return queryOptions({
    queryKey: ['forecast'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/figures/forecast', { signal })),
    refetchInterval: FORECAST_REFETCH_MS,
  })
}
