import { createLazyRoute } from '@tanstack/react-router'
import { TrashPage } from '~/features/trash/TrashPage'

export const Route = createLazyRoute('/console/trash')({ component: TrashPage })
