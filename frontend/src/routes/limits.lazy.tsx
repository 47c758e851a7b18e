import { createLazyRoute } from '@tanstack/react-router'
import { LimitsPage } from '~/features/limits/LimitsPage'

export const Route = createLazyRoute('/console/limits')({ component: LimitsPage })
