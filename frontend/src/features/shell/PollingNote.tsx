import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onStream, streamNow } from '~/api/live'
import { t } from '~/i18n/t'

/** Says so when changes are not told as they happen. */
export function PollingNote() {
  const stream = useSyncExternalStore(onStream, streamNow)
  if (stream.at !== 'degraded') return null
  return (
    <Text size="xs" c="dimmed" px="sm" pb={4} role="status">
      {t('Not live: pages are read again every few seconds')}
    </Text>
  )
}
