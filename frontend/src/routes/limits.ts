import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { LIMIT_KINDS } from '~/api/limits'
import { consoleRoute } from './console'
import { oneOf, positiveNumber, text } from './parameters'

export const limitsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/limits',
  validateSearch: v.object({
    /** For whom the dialog is open, if it is. */
    kind: oneOf(LIMIT_KINDS),
    name: text,
    /** The change whose record is open. */
    change: positiveNumber,
    cursor: text,
  }),
}).lazy(() => import('./limits.lazy').then((module) => module.Route))
