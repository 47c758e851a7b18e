import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { DELIVERY_STATES } from '~/api/alerts'
import { consoleRoute } from './console'
import { oneOf, positiveNumber, text } from './parameters'

export const alertsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/alerts',
  validateSearch: v.object({
    open: oneOf(['create', 'edit', 'secret', 'delete']),
    /** The id of the channel that is open. */
    id: positiveNumber,
    /** Filters of the log. */
    channel: positiveNumber,
    state: oneOf(DELIVERY_STATES),
    cursor: text,
  }),
}).lazy(() => import('./alerts.lazy').then((module) => module.Route))
