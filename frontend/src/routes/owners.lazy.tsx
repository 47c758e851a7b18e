import { createLazyRoute } from '@tanstack/react-router'
import { OwnersPage } from '~/features/owners/OwnersPage'

export const Route = createLazyRoute('/console/owners')({ component: OwnersPage })
