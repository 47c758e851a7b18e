import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HEAT_WINDOWS } from '~/api/heat'
import { SHARD_RANGES, SHARD_SORTS } from '~/api/shards'
import { consoleRoute } from './console'
import { name, oneOf, ordinal } from './parameters'

export const shardsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/shards',
  validateSearch: v.object({
    range: oneOf(SHARD_RANGES),
    /** Only the load of this table. */
    table: name,
    sort: oneOf(SHARD_SORTS),
    /** The shard that is open. */
    shard: ordinal,
    /** The time that the open shard's tables and directories are of. */
    window: oneOf(HEAT_WINDOWS),
    /** The moment that is looked at in particular: seconds since 1970. */
    at: ordinal,
  }),
}).lazy(() => import('./shards.lazy').then((module) => module.Route))
