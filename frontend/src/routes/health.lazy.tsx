import { createLazyRoute } from '@tanstack/react-router'
import { HealthPage } from '~/features/health/HealthPage'

export const Route = createLazyRoute('/console/health')({ component: HealthPage })
