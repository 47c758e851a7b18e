import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SELECTED_KINDS } from '~/api/jobs'
import { SEARCH_KINDS, SEARCH_SORTS } from '~/api/search'
import { consoleRoute } from './console'
import { absolutePath, day, oneOf, positiveNumber, text } from './parameters'

export const searchRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/search',
  validateSearch: v.object({
    q: text,
    path: absolutePath,
    owner: text,
    group: text,
    kind: oneOf(SEARCH_KINDS),
    /** Sizes as they were typed ("1.5 GiB"). */
    size_min: text,
    size_max: text,
    modified_from: day,
    modified_to: day,
    sort: oneOf(SEARCH_SORTS),
    cursor: text,
    open: oneOf(['save', 'export']),
    job: oneOf(SELECTED_KINDS),
    /** The saved search that a job is prepared for, in the place of this search. */
    saved: positiveNumber,
    ticked: text,
    columns: text,
    details: absolutePath,
  }),
}).lazy(() => import('./search.lazy').then((module) => module.Route))
