import { createLazyRoute } from '@tanstack/react-router'
import { DatanodesPage } from '~/features/datanodes/DatanodesPage'

export const Route = createLazyRoute('/console/datanodes')({ component: DatanodesPage })
