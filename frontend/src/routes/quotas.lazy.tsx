import { createLazyRoute } from '@tanstack/react-router'
import { QuotasPage } from '~/features/quotas/QuotasPage'

export const Route = createLazyRoute('/console/quotas')({ component: QuotasPage })
