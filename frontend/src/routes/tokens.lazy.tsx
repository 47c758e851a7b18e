import { createLazyRoute } from '@tanstack/react-router'
import { TokensPage } from '~/features/tokens/TokensPage'

export const Route = createLazyRoute('/console/tokens')({ component: TokensPage })
