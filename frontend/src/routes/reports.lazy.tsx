import { createLazyRoute } from '@tanstack/react-router'
import { ReportsPage } from '~/features/reports/ReportsPage'

export const Route = createLazyRoute('/console/reports')({ component: ReportsPage })
