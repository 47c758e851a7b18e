import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { BLOCK_LISTS, blockHealthQuery } from '~/api/blocks'
import { consoleRoute } from './console'
import { blockId, oneOf, text } from './parameters'

export const blocksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/blocks',
  validateSearch: v.object({
    list: oneOf(BLOCK_LISTS),
    cursor: text,
    /** The number of the block whose details are open. */
    block: blockId,
    /** The path that the check of blocks is about. */
    check: text,
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(blockHealthQuery())
  },
}).lazy(() => import('./blocks.lazy').then((module) => module.Route))
