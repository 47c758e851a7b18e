import { createLazyRoute } from '@tanstack/react-router'
import { BlockReportsPage } from '~/features/block-reports/BlockReportsPage'

export const Route = createLazyRoute('/console/block-reports')({ component: BlockReportsPage })
