import { createRoute, redirect } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import { ApiError } from '~/api/problem'
import { rootRoute } from './root'

/** Everything that needs a login. Its frame is no part of what the login page loads. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery())
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        const next = location.href === '/' ? undefined : location.href
        throw redirect({ to: '/login', search: { next } })
      }
      throw error
    }
  },
}).lazy(() => import('./console.lazy').then((module) => module.Route))
