import { createLazyRoute } from '@tanstack/react-router'
import { AlertsPage } from '~/features/alerts/AlertsPage'

export const Route = createLazyRoute('/console/alerts')({ component: AlertsPage })
