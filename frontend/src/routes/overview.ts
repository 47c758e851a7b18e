import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { overviewQuery } from '~/api/cluster'
import { FIGURE_RANGES, figuresQuery } from '~/api/figures'
import { healthQuery } from '~/api/health'
import { consoleRoute } from './console'
import { oneOf } from './parameters'

export const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  validateSearch: v.object({ range: oneOf(FIGURE_RANGES) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(overviewQuery())
    void context.queryClient.prefetchQuery(healthQuery())
    void context.queryClient.prefetchQuery(figuresQuery(deps.range ?? '1h'))
  },
}).lazy(() => import('./overview.lazy').then((module) => module.Route))
