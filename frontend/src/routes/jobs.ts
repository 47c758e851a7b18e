import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { JOB_KINDS, JOB_STATES, jobsQuery } from '~/api/jobs'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const jobsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/jobs',
  validateSearch: v.object({ state: oneOf(JOB_STATES), kind: oneOf(JOB_KINDS), cursor: text }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(jobsQuery(deps))
  },
}).lazy(() => import('./jobs.lazy').then((module) => module.Route))
