import { createLazyRoute } from '@tanstack/react-router'
import { AuditPage } from '~/features/audit/AuditPage'

export const Route = createLazyRoute('/console/audit')({ component: AuditPage })
