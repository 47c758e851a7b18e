import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { approvalsQuery } from '~/api/approvals'
import { t } from '~/i18n/t'

/** How many jobs wait for this user's approval; nothing where none does. */
export function WaitingBadge() {
  const count = useQuery(approvalsQuery()).data?.for_me ?? 0
  if (count === 0) return null
  return (
    <Badge size="sm" color="orange" aria-label={t('{count} for you to decide', { count })}>
      {count > 99 ? '99+' : count}
    </Badge>
  )
}
