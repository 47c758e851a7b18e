import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { absolutePath, day, text } from './parameters'

export const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/audit',
  validateSearch: v.object({
    actor: text,
    action: text,
    path: absolutePath,
    from: day,
    to: day,
    cursor: text,
    /** The id of the entry that is open. */
    entry: text,
  }),
}).lazy(() => import('./audit.lazy').then((module) => module.Route))
