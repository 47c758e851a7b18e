import { QueryCache, QueryClient } from '@tanstack/react-query'
import { loginChangeKey } from '~/api/auth'
import { ApiError, isRetriable } from '~/api/problem'

const RETRIES_MAX = 2

/**
 * `onLoggedOut` is called when any query finds that the session has ended. While one's own login
 * changes, a query may still have asked by the login before: what changes it asks all of them anew.
 */
export function createQueryClient(onLoggedOut: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 401) return
        if (client.isMutating({ mutationKey: loginChangeKey }) === 0) onLoggedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => failures < RETRIES_MAX && isRetriable(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4_000),
      },
      // A change is never repeated behind the operator's back.
      mutations: { retry: false },
    },
  })
  return client
}
