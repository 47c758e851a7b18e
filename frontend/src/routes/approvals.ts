import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const approvalsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/approvals',
  validateSearch: v.object({
    /** All that wait, in place of those that one may decide oneself. */
    whose: oneOf(['all']),
    cursor: text,
  }),
}).lazy(() => import('./approvals.lazy').then((module) => module.Route))
