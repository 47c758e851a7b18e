import { createLazyRoute } from '@tanstack/react-router'
import { UsersPage } from '~/features/users/UsersPage'

export const Route = createLazyRoute('/console/users')({ component: UsersPage })
