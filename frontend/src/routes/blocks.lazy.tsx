import { createLazyRoute } from '@tanstack/react-router'
import { BlocksPage } from '~/features/blocks/BlocksPage'

export const Route = createLazyRoute('/console/blocks')({ component: BlocksPage })
