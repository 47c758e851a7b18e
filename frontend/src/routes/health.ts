import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { healthChangesQuery, healthQuery } from '~/api/health'
import { consoleRoute } from './console'
import { text } from './parameters'

export const healthRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/health',
  validateSearch: v.object({ mute: text, cursor: text }),
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(healthQuery())
    void context.queryClient.prefetchQuery(healthChangesQuery(deps.cursor))
  },
}).lazy(() => import('./health.lazy').then((module) => module.Route))
