import { createRoute } from '@tanstack/react-router'
import { pipelineQuery } from '~/api/pipeline'
import { consoleRoute } from './console'

export const pipelineRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/pipeline',
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pipelineQuery())
  },
}).lazy(() => import('./pipeline.lazy').then((module) => module.Route))
