import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SELECTED_KINDS } from '~/api/jobs'
import { consoleRoute } from './console'
import { oneOf, statement, text } from './parameters'

export const sqlRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/sql',
  validateSearch: v.object({
    /** A statement to start from; what ran is found by its query. */
    sql: statement,
    query: v.fallback(
      v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(String))),
      undefined,
    ),
    /** What runs the next statement; the replica without it. */
    engine: oneOf(['ndb']),
    view: oneOf(['chart']),
    panel: oneOf(['history', 'saved']),
    open: oneOf(['save']),
    /** The job that is prepared for the result. */
    job: oneOf(SELECTED_KINDS),
    cursor: text,
  }),
}).lazy(() => import('./sql.lazy').then((module) => module.Route))
