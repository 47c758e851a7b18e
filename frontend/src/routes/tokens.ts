import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { TOKENS_OF, tokensQuery } from '~/api/tokens'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const tokensRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tokens',
  validateSearch: v.object({
    cursor: text,
    of: oneOf(TOKENS_OF),
    open: oneOf(['create']),
    /** The id of the token whose revocation is to be confirmed. */
    revoke: text,
  }),
  loaderDeps: ({ search: { cursor, of } }) => ({ cursor, of }),
  loader: ({ context, deps }) => {
    // Whether others' may be listed, the page knows.
    if (!deps.of) void context.queryClient.prefetchQuery(tokensQuery(deps.cursor))
  },
}).lazy(() => import('./tokens.lazy').then((module) => module.Route))
