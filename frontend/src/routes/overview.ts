import { createRoute } from '@tanstack/react-router'
import { overviewQuery } from '~/api/cluster'
import { healthQuery } from '~/api/health'
import { consoleRoute } from './console'

export const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(overviewQuery())
    void context.queryClient.prefetchQuery(healthQuery())
  },
}).lazy(() => import('./overview.lazy').then((module) => module.Route))
