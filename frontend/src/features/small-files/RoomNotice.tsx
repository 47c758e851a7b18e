import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '~/api/health'
import { t } from '~/i18n/t'
import { TextLink } from '~/ui/TextLink'

/** What the health check says of the room while it is not well. */
export function RoomNotice() {
  const { data } = useQuery(healthQuery())
  const check = data?.items.find(({ key }) => key === 'small_files')
  if (!check || (check.verdict !== 'warning' && check.verdict !== 'error')) return null
  return (
    <Alert
      color={check.verdict === 'error' ? 'red' : 'orange'}
      variant="light"
      icon={<IconAlertTriangle />}
      title={check.reason}
      role="status"
    >
      <Text size="sm">
        {check.remedy} <TextLink to="/health">{t('All checks')}</TextLink>
      </Text>
    </Alert>
  )
}
