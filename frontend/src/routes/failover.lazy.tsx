import { createLazyRoute } from '@tanstack/react-router'
import { FailoverPage } from '~/features/failover/FailoverPage'

export const Route = createLazyRoute('/console/failover')({ component: FailoverPage })
