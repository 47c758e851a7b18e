import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ROLES, USER_STATES, USER_TABS } from '~/api/users'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const usersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/users',
  validateSearch: v.object({
    /** People without. */
    tab: oneOf(USER_TABS),
    name: text,
    role: oneOf(ROLES),
    state: oneOf(USER_STATES),
    cursor: text,
    /** The dialog that is open; all but those for something new are about `user` or `held`. */
    open: oneOf([
      'create',
      'role',
      'assignments',
      'password',
      'state',
      'sessions',
      'token',
      'owner',
      'delete',
    ]),
    /** The id of a user on the page. */
    user: text,
    /** The name of a role, or the id of what a group gives. */
    held: text,
  }),
}).lazy(() => import('./users.lazy').then((module) => module.Route))
