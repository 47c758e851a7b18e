import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { STARTED_KINDS } from '~/api/jobs'
import { childrenQuery } from '~/api/namespace'
import { FILES_ORDERS } from '~/api/usage'
import { FILE_ACTS } from '~/features/files/acts/acts'
import { consoleRoute } from './console'
import { absolutePath, oneOf, text } from './parameters'

export const filesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/files',
  validateSearch: v.object({
    /** The directory that is listed; the root when absent. */
    path: absolutePath,
    /** Of its contents; by name, as the namenode lists them, when absent. */
    order: oneOf(FILES_ORDERS),
    cursor: text,
    /** The entry whose details are open. */
    details: absolutePath,
    /** The job that is being prepared for the open entry, or for the directory. */
    job: oneOf(STARTED_KINDS),
    /** What is asked for that is done with it at once. */
    act: oneOf(FILE_ACTS),
  }),
  loaderDeps: ({ search: { path, order, cursor } }) => ({ path, order, cursor }),
  loader: ({ context, deps: { path = '/', order, cursor } }) => {
    if (!order) void context.queryClient.prefetchQuery(childrenQuery({ path, cursor }))
  },
}).lazy(() => import('./files.lazy').then((module) => module.Route))
