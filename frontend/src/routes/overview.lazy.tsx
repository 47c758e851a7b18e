import { createLazyRoute } from '@tanstack/react-router'
import { OverviewPage } from '~/features/overview/OverviewPage'

export const Route = createLazyRoute('/console/')({ component: OverviewPage })
