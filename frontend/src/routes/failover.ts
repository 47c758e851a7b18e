import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { CLUSTER_EVENT_KINDS, clusterEventsQuery } from '~/api/cluster'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const failoverRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/failover',
  validateSearch: v.object({ kind: oneOf(CLUSTER_EVENT_KINDS), cursor: text }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(clusterEventsQuery(deps))
  },
}).lazy(() => import('./failover.lazy').then((module) => module.Route))
