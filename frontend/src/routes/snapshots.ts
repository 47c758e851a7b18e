import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { DIFFERENCE_KINDS, SNAPSHOT_DIALOGS } from '~/features/snapshots/choices'
import { consoleRoute } from './console'
import { absolutePath, oneOf, text } from './parameters'

export const snapshotsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/snapshots',
  validateSearch: v.object({
    /** What the paths of the listed directories begin with. */
    prefix: text,
    /** The directory whose snapshots are shown; all directories when absent. */
    path: absolutePath,
    /** Of the directories, or of the snapshots of one. */
    cursor: text,
    /** The snapshot from which it is compared, */
    earlier: text,
    /** and the one to which; what is there now when absent. */
    later: text,
    kind: oneOf(DIFFERENCE_KINDS),
    /** Part of the paths of the differences. */
    q: text,
    /** Of the differences. */
    place: text,
    /** What is asked for, and about which snapshot or directory. */
    open: oneOf(SNAPSHOT_DIALOGS),
    about: text,
  }),
}).lazy(() => import('./snapshots.lazy').then((module) => module.Route))
