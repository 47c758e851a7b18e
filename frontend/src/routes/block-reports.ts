import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { blockReportsQuery } from '~/api/block-reports'
import { consoleRoute } from './console'
import { positiveNumber, text } from './parameters'

export const blockReportsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/block-reports',
  validateSearch: v.object({
    cursor: text,
    /** The number of the storage whose reports are shown; the first one of the page without. */
    storage: positiveNumber,
  }),
  loaderDeps: ({ search }) => ({ cursor: search.cursor }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(blockReportsQuery(deps.cursor))
  },
}).lazy(() => import('./block-reports.lazy').then((module) => module.Route))
