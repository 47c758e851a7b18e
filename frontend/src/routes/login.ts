import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { meQuery } from '~/api/auth'
import { isRefusal, type Refusal } from '~/features/login/refusals'
import { rootRoute } from './root'

/** Where to go after the login: an address of this console only, never another site. */
const localAddress = v.pipe(v.string(), v.regex(/^\/(?![/\\])/))

/** Why a login at the organisation failed; what is not known reads as a refusal of no reason. */
const refusal = v.pipe(
  v.string(),
  v.transform((code): Refusal => (isRefusal(code) ? code : 'sso_refused')),
)

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: v.object({
    next: v.fallback(v.optional(localAddress), undefined),
    refused: v.fallback(v.optional(refusal), undefined),
  }),
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(meQuery()).catch(() => null)
    if (me) throw redirect({ href: search.next ?? '/' })
  },
}).lazy(() => import('./login.lazy').then((module) => module.Route))
