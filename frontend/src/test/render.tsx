import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createQueryClient } from '~/app/query-client'
import { createConsoleRouter } from '~/app/router'
import { cssVariablesResolver, theme } from '~/app/theme'
import { Localized } from '~/i18n/Localized'
import { handlersOf } from './platform/handlers'
import { ADMIN, createWorld, type World } from './platform/world'
import { server } from './server'

/** The whole console at an address, in front of a platform of its own. */
export function renderConsole(address: string, world: World = createWorld({ me: ADMIN })) {
  server.use(...handlersOf(world))
  const queryClient = createQueryClient(() => {})
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createConsoleRouter({ queryClient, history })
  render(
    <Localized>
      {() => (
        <MantineProvider theme={theme()} cssVariablesResolver={cssVariablesResolver} env="test">
          <Notifications />
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      )}
    </Localized>,
  )
  return { world, router, queryClient, user: userEvent.setup() }
}
