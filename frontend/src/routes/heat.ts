import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HEAT_KINDS, HEAT_WINDOWS } from '~/api/heat'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const heatRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/heat',
  validateSearch: v.object({
    by: oneOf(HEAT_KINDS),
    window: oneOf(HEAT_WINDOWS),
    /** The user, directory or other thing that is open. */
    key: text,
  }),
}).lazy(() => import('./heat.lazy').then((module) => module.Route))
