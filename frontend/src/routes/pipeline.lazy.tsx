import { createLazyRoute } from '@tanstack/react-router'
import { PipelinePage } from '~/features/pipeline/PipelinePage'

export const Route = createLazyRoute('/console/pipeline')({ component: PipelinePage })
