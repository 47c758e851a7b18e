import { createRoute, notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const jobRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/jobs/$jobId',
  params: {
    parse: ({ jobId }) => {
      if (!/^\d{1,15}$/.test(jobId)) throw notFound()
      return { jobId: Number(jobId) }
    },
    stringify: ({ jobId }) => ({ jobId: String(jobId) }),
  },
  validateSearch: v.object({
    /** The question that is open. */
    ask: oneOf(['run', 'cancel', 'undo', 'approve', 'refuse', 'pace']),
    errors_cursor: text,
    changes_cursor: text,
  }),
}).lazy(() => import('./job.lazy').then((module) => module.Route))
