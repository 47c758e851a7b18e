import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Localized } from '~/i18n/Localized'
import { useSettled } from '~/ui/useSettled'
import { createQueryClient } from './query-client'
import { createConsoleRouter } from './router'
import { cssVariablesResolver, theme } from './theme'

const Notices = lazy(() => import('./Notices'))

const queryClient = createQueryClient(() => {
  const { location } = router.state
  if (location.pathname === '/login') return
  queryClient.removeQueries({ queryKey: ['me'] })
  void router.navigate({ to: '/login', search: { next: location.href }, replace: true })
})

const router = createConsoleRouter({ queryClient })

export function App() {
  return (
    <Localized>
      {() => (
        <MantineProvider
          theme={theme()}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme="auto"
        >
          <NoticesLater />
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      )}
    </Localized>
  )
}

function NoticesLater() {
  const settled = useSettled(queryClient, router)
  return <Suspense>{settled && <Notices />}</Suspense>
}
