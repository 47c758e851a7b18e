import { createLazyRoute } from '@tanstack/react-router'
import { SqlPage } from '~/features/sql/SqlPage'

export const Route = createLazyRoute('/console/sql')({ component: SqlPage })
