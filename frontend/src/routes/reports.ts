import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { text } from './parameters'

export const reportsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/reports',
  validateSearch: v.object({ report: text }),
}).lazy(() => import('./reports.lazy').then((module) => module.Route))
