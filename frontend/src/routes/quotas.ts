import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { QUOTA_SORTS } from '~/api/quotas'
import { DIRECTIONS } from '~/ui/sorting'
import { consoleRoute } from './console'
import { absolutePath, oneOf, text } from './parameters'

export const quotasRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/quotas',
  validateSearch: v.object({
    /** What the paths begin with. */
    prefix: text,
    sort: oneOf(QUOTA_SORTS),
    /** Of the sort; its own without it. */
    direction: oneOf(DIRECTIONS),
    cursor: text,
    /** The directory whose quota is about to be set. */
    set: absolutePath,
    /** Which directory is asked for. */
    open: oneOf(['new']),
  }),
}).lazy(() => import('./quotas.lazy').then((module) => module.Route))
