import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { meQuery } from '~/api/auth'
import { rootRoute } from './root'

/** Where to go after the login: an address of this console only, never another site. */
const localAddress = v.pipe(v.string(), v.regex(/^\/(?![/\\])/))

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: v.object({ next: v.fallback(v.optional(localAddress), undefined) }),
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(meQuery()).catch(() => null)
    if (me) throw redirect({ href: search.next ?? '/' })
  },
}).lazy(() => import('./login.lazy').then((module) => module.Route))
