import { createLazyRoute } from '@tanstack/react-router'
import { GuardPage } from '~/features/guard/GuardPage'

export const Route = createLazyRoute('/console/guard')({ component: GuardPage })
