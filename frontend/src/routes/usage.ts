import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { USAGE_BYS, USAGE_MEASURES, USAGE_SPANS } from '~/api/usage'
import { USAGE_CHARTS, USAGE_COLOURS } from '~/features/usage/views'
import { consoleRoute } from './console'
import { absolutePath, oneOf, text } from './parameters'

export const usageRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/usage',
  validateSearch: v.object({
    /** The directory that is looked at; the root when absent. */
    path: absolutePath,
    measure: oneOf(USAGE_MEASURES),
    chart: oneOf(USAGE_CHARTS),
    colour: oneOf(USAGE_COLOURS),
    /** What the files below are told apart by. */
    apart: oneOf(USAGE_BYS),
    /** How far back it is looked. */
    span: oneOf(USAGE_SPANS),
    cursor: text,
  }),
}).lazy(() => import('./usage.lazy').then((module) => module.Route))
