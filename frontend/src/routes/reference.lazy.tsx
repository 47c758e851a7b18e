import { createLazyRoute } from '@tanstack/react-router'
import { ReferencePage } from '~/features/reference/ReferencePage'

export const Route = createLazyRoute('/console/reference')({ component: ReferencePage })
