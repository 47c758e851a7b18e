import { createLazyRoute } from '@tanstack/react-router'
import { SmallFilesPage } from '~/features/small-files/SmallFilesPage'

export const Route = createLazyRoute('/console/small-files')({ component: SmallFilesPage })
