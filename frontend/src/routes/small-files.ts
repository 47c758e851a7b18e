import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SMALL_FILE_UNITS } from '~/api/small-files'
import { consoleRoute } from './console'
import { absolutePath, oneOf } from './parameters'

export const smallFilesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/small-files',
  validateSearch: v.object({
    /** What is drawn: how many files, or how many bytes. */
    unit: oneOf(SMALL_FILE_UNITS),
    /** For which directory the dialog is open that takes its files in, if it is. */
    path: absolutePath,
  }),
}).lazy(() => import('./small-files.lazy').then((module) => module.Route))
