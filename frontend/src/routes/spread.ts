import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { consoleRoute } from './console'
import { absolutePath, positiveNumber, text } from './parameters'

export const spreadRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/spread',
  validateSearch: v.object({
    /** For which directory the dialog is open, if it is. */
    path: absolutePath,
    /** The change whose record is open. */
    change: positiveNumber,
    cursor: text,
  }),
}).lazy(() => import('./spread.lazy').then((module) => module.Route))
