import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { namenodeChangesQuery } from '~/api/cluster'
import { served, t } from '~/i18n/t'
import { Age } from '~/ui/Age'

/** The newest change of a namenode's service that was asked for, while it waits or was refused. */
export function NamenodeChanges({ name }: { name: string }) {
  const changes = useQuery(namenodeChangesQuery(name))
  const latest = changes.data?.items[0]
  if (latest?.state === 'waiting')
    return (
      <Text size="sm" c="dimmed" role="status">
        {latest.failed_why
          ? t('A change of {name} waits: {why}', { name, why: served(latest.failed_why) })
          : t('A change of {name} waits for a worker.', { name })}
      </Text>
    )
  if (latest?.state === 'failed')
    return (
      <Alert color="red" title={t('The last change of {name} was refused', { name })}>
        {served(latest.failed_why)} <Age time={latest.asked_at} />
      </Alert>
    )
  return null
}
