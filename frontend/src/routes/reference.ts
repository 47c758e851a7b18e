import { createRoute } from '@tanstack/react-router'
import { consoleRoute } from './console'

export const referenceRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/reference',
}).lazy(() => import('./reference.lazy').then((module) => module.Route))
