import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { sessionsQuery } from '~/api/sessions'
import { consoleRoute } from './console'
import { text } from './parameters'

export const accountRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/account',
  validateSearch: v.object({ cursor: text }),
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(sessionsQuery('own', deps.cursor))
  },
}).lazy(() => import('./account.lazy').then((module) => module.Route))
