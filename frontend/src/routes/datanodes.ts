import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { datanodesQuery } from '~/api/datanodes'
import { consoleRoute } from './console'
import { text } from './parameters'

export const datanodesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/datanodes',
  validateSearch: v.object({
    cursor: text,
    /** The UUID of the datanode whose details are open. */
    datanode: text,
  }),
  loaderDeps: ({ search }) => ({ cursor: search.cursor }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(datanodesQuery(deps.cursor))
  },
}).lazy(() => import('./datanodes.lazy').then((module) => module.Route))
