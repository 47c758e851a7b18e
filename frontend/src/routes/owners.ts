import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { OWNED_BYS, OWNER_SORTS } from '~/api/owners'
import { USAGE_MEASURES } from '~/api/usage'
import { DIRECTIONS } from '~/ui/sorting'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const ownersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/owners',
  validateSearch: v.object({
    /** Users or groups. */
    whose: oneOf(OWNED_BYS),
    sort: oneOf(OWNER_SORTS),
    /** Of the sort; its own without it. */
    direction: oneOf(DIRECTIONS),
    cursor: text,
    /** Whose details are shown. */
    name: text,
    /** What the parts in the details are measured by. */
    measure: oneOf(USAGE_MEASURES),
  }),
}).lazy(() => import('./owners.lazy').then((module) => module.Route))
