import { createLazyRoute } from '@tanstack/react-router'
import { JobPage } from '~/features/jobs/JobPage'

export const Route = createLazyRoute('/console/jobs/$jobId')({ component: JobPage })
