import { createLazyRoute } from '@tanstack/react-router'
import { UsagePage } from '~/features/usage/UsagePage'

export const Route = createLazyRoute('/console/usage')({ component: UsagePage })
