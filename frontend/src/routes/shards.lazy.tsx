import { createLazyRoute } from '@tanstack/react-router'
import { ShardsPage } from '~/features/shards/ShardsPage'

export const Route = createLazyRoute('/console/shards')({ component: ShardsPage })
