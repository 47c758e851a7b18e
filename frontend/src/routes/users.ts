import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ROLES, USER_STATES } from '~/api/users'
import { consoleRoute } from './console'
import { oneOf, text } from './parameters'

export const usersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/users',
  validateSearch: v.object({
    name: text,
    role: oneOf(ROLES),
    state: oneOf(USER_STATES),
    cursor: text,
    /** The dialog that is open; all but that for a new user are about `user`. */
    open: oneOf(['create', 'role', 'password', 'state', 'sessions']),
    /** The id of a user on the page. */
    user: text,
  }),
}).lazy(() => import('./users.lazy').then((module) => module.Route))
