import { createLazyRoute } from '@tanstack/react-router'
import { AccountPage } from '~/features/account/AccountPage'

export const Route = createLazyRoute('/console/account')({ component: AccountPage })
