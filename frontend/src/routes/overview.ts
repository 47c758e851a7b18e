import { createRoute } from '@tanstack/react-router'
import { overviewQuery } from '~/api/cluster'
import { consoleRoute } from './console'

export const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(overviewQuery())
  },
}).lazy(() => import('./overview.lazy').then((module) => module.Route))
