import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { oneOf, positiveNumber, text } from './parameters'

export const rulesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/rules',
  validateSearch: v.object({
    /** The rule whose runs are shown, or which is asked about. */
    rule: positiveNumber,
    open: oneOf(['create', 'edit', 'delete', 'arm']),
    /** The search of a rule that is being made. */
    q: text,
    cursor: text,
  }),
}).lazy(() => import('./rules.lazy').then((module) => module.Route))
