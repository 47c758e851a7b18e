import { createLazyRoute } from '@tanstack/react-router'
import { SpreadPage } from '~/features/spread/SpreadPage'

export const Route = createLazyRoute('/console/spread')({ component: SpreadPage })
