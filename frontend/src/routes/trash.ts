import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { TRASH_AGES, TRASH_JOBS, TRASH_SORTS } from '~/api/trash'
import { DIRECTIONS } from '~/ui/sorting'
import { consoleRoute } from './console'
import { absolutePath, oneOf, text } from './parameters'

export const trashRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/trash',
  validateSearch: v.object({
    /** Who deleted it. */
    user: text,
    /** What the paths that it had begin with. */
    prefix: text,
    age: oneOf(TRASH_AGES),
    sort: oneOf(TRASH_SORTS),
    /** Of the sort; its own without it. */
    direction: oneOf(DIRECTIONS),
    cursor: text,
    /** Where the entry lies for which a job is prepared. */
    path: absolutePath,
    job: oneOf(TRASH_JOBS),
    /** Ids of the entries for which one is prepared in the place of that. */
    ticked: text,
  }),
}).lazy(() => import('./trash.lazy').then((module) => module.Route))
