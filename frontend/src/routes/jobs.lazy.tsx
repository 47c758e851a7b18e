import { createLazyRoute } from '@tanstack/react-router'
import { JobsPage } from '~/features/jobs/JobsPage'

export const Route = createLazyRoute('/console/jobs')({ component: JobsPage })
