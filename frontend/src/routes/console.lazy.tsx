import { createLazyRoute } from '@tanstack/react-router'
import { ConsoleLayout } from '~/features/shell/ConsoleLayout'

export const Route = createLazyRoute('/console')({ component: ConsoleLayout })
