import { createLazyRoute } from '@tanstack/react-router'
import { RulesPage } from '~/features/rules/RulesPage'

export const Route = createLazyRoute('/console/rules')({ component: RulesPage })
