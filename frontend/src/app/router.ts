import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageError } from '~/features/shell/PageError'
import { PageNotFound } from '~/features/shell/PageNotFound'
import { PagePending } from '~/features/shell/PagePending'
import { routeTree } from '~/routes/tree'
import { parseSearch, stringifySearch } from './search-params'

type RouterParts = { queryClient: QueryClient; history?: RouterHistory }

export function createConsoleRouter({ queryClient, history }: RouterParts) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Queries decide how fresh their data is.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
