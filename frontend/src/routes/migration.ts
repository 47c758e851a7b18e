import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { text } from './parameters'

export const migrationRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/migration',
  validateSearch: v.object({
    /** Which finding's examples are shown. */
    finding: text,
  }),
}).lazy(() => import('./migration.lazy').then((module) => module.Route))
