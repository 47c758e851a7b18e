import { createLazyRoute } from '@tanstack/react-router'
import { MigrationPage } from '~/features/migration/MigrationPage'

export const Route = createLazyRoute('/console/migration')({ component: MigrationPage })
