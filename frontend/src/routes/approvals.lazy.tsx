import { createLazyRoute } from '@tanstack/react-router'
import { ApprovalsPage } from '~/features/approvals/ApprovalsPage'

export const Route = createLazyRoute('/console/approvals')({ component: ApprovalsPage })
