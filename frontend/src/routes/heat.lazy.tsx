import { createLazyRoute } from '@tanstack/react-router'
import { HeatPage } from '~/features/heat/HeatPage'

export const Route = createLazyRoute('/console/heat')({ component: HeatPage })
