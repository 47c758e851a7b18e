import { createLazyRoute } from '@tanstack/react-router'
import { LoginPage } from '~/features/login/LoginPage'

export const Route = createLazyRoute('/login')({ component: LoginPage })
