import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './query-client'
import { createConsoleRouter } from './router'
import { cssVariablesResolver, theme } from './theme'

const queryClient = createQueryClient(() => {
  const { location } = router.state
  if (location.pathname === '/login') return
  queryClient.removeQueries({ queryKey: ['me'] })
  void router.navigate({ to: '/login', search: { next: location.href }, replace: true })
})

const router = createConsoleRouter({ queryClient })

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <Notifications position="bottom-right" limit={4} />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
