import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type DatanodeDetails, serviceChangesQuery } from '~/api/datanodes'
import { formatCount, plural } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { served, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { ServiceDialog } from './ServiceDialog'

/** That a datanode shall leave service, how far it is, and how to have it leave or come back. */
export function ServiceSection({ datanode }: { datanode: DatanodeDetails }) {
  const { data: me } = useSuspenseQuery(meQuery())
  return (
    <Stack gap="xs">
      <Order datanode={datanode} />
      <Leaving datanode={datanode} />
      {mayEverywhere(me, 'manage_datanodes') && <Actions datanode={datanode} />}
    </Stack>
  )
}

function Order({ datanode: { ordered } }: { datanode: DatanodeDetails }) {
  if (!ordered) return null
  const { by } = ordered
  const since = <Age time={ordered.since} />
  return (
    <Text size="sm">
      {ordered.until === null ? (
        <Trans message="Shall leave for good: {by} asked for it {since}." values={{ by, since }} />
      ) : (
        <Trans
          message="Shall be in maintenance, until {until}: {by} asked for it {since}."
          values={{ by, since, until: <Age time={ordered.until} /> }}
        />
      )}
    </Text>
  )
}

function Leaving({ datanode }: { datanode: DatanodeDetails }) {
  const { admin_state, blocks, storages } = datanode
  if (admin_state !== 'decommissioning' && admin_state !== 'entering_maintenance') return null
  const waiting = storages.reduce((sum, storage) => sum + storage.insufficient, 0)
  const checking = storages.some((storage) => storage.checking)
  const copied = Math.max(0, blocks - waiting)
  return (
    <>
      <Progress
        value={blocks === 0 ? 100 : (100 * copied) / blocks}
        aria-label={t('Blocks that need it no more')}
      />
      <Text size="sm" role="status">
        {t('{waiting} of {all} still need it', {
          waiting: formatCount(waiting),
          all: plural(blocks, 'block'),
        })}
        {checking && ` ${t('(being looked through)')}`}
      </Text>
    </>
  )
}

function Actions({ datanode }: { datanode: DatanodeDetails }) {
  const changes = useQuery(serviceChangesQuery(datanode.uuid))
  const [way, setWay] = useState<'out' | 'back'>()
  const latest = changes.data?.items[0]
  const serves = datanode.admin_state === 'in_service' && datanode.ordered === null
  return (
    <>
      {latest?.state === 'waiting' && (
        <Text size="sm" c="dimmed" role="status">
          {latest.failed_why
            ? t('A change waits: {why}', { why: served(latest.failed_why) })
            : t('A change waits for a worker.')}
        </Text>
      )}
      {latest?.state === 'failed' && (
        <Alert color="red" title={t('The last change was refused')}>
          {served(latest.failed_why)} <Age time={latest.asked_at} />
        </Alert>
      )}
      <Group gap="xs">
        {serves ? (
          <ActionButton size="xs" variant="default" onClick={() => setWay('out')}>
            {t('Take out of service…')}
          </ActionButton>
        ) : (
          <ActionButton size="xs" variant="default" onClick={() => setWay('back')}>
            {t('Bring back into service…')}
          </ActionButton>
        )}
      </Group>
      <ServiceDialog datanode={datanode} way={way} onClose={() => setWay(undefined)} />
    </>
  )
}
