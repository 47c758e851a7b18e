import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { tokensQuery } from '~/api/tokens'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const tokensRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tokens',
  validateSearch: v.object({
    cursor: text,
    open: oneOf(['create']),
    /** The id of the token whose revocation is to be confirmed. */
    revoke: text,
  }),
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(tokensQuery(deps.cursor))
  },
}).lazy(() => import('./tokens.lazy').then((module) => module.Route))
