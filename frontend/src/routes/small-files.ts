import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SMALL_FILE_UNITS } from '~/api/small-files'
import { consoleRoute } from './console'
import { oneOf } from './parameters'

export const smallFilesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/small-files',
  /** What is drawn: how many files, or how many bytes. */
  validateSearch: v.object({ unit: oneOf(SMALL_FILE_UNITS) }),
}).lazy(() => import('./small-files.lazy').then((module) => module.Route))
