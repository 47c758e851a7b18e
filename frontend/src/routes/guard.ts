import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { oneOf, positiveNumber } from './parameters'

export const guardRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/guard',
  validateSearch: v.object({
    open: oneOf([
      'create-rule',
      'edit-rule',
      'delete-rule',
      'create-window',
      'edit-window',
      'delete-window',
    ]),
    /** The id of what is open. */
    id: positiveNumber,
  }),
}).lazy(() => import('./guard.lazy').then((module) => module.Route))
