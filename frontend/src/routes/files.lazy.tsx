import { createLazyRoute } from '@tanstack/react-router'
import { FilesPage } from '~/features/files/FilesPage'

export const Route = createLazyRoute('/console/files')({ component: FilesPage })
