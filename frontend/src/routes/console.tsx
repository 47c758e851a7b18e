import { createRoute, redirect } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import { ApiError } from '~/api/problem'
import { ConsoleLayout } from '~/features/shell/ConsoleLayout'
import { rootRoute } from './root'

/** Everything that needs a login. */
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
  component: ConsoleLayout,
})
