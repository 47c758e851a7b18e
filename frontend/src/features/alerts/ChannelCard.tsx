import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type AlertChannel, type AlertDelivery, alertKeys, testChannel } from '~/api/alerts'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { outcomeOf, quietOf, toldBy } from './wording'

const route = getRouteApi('/console/alerts')

/** A channel: where it goes, what it tells and when, and what can be done with it. */
export function ChannelCard({ channel, isAdmin }: { channel: AlertChannel; isAdmin: boolean }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => testChannel(channel.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.all }),
  })
  return (
    <Paper p="md" component="article" aria-label={channel.name}>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {channel.name}
          </Title>
          <Group gap={4} wrap="nowrap">
            {!channel.enabled && <Badge color="gray">{t('Off')}</Badge>}
            <Badge color="gray">{channel.kind === 'email' ? t('E-mail') : t('Webhook')}</Badge>
          </Group>
        </Group>
        <Stack gap={4}>
          <Fact name={t('To')}>{channel.target || t('unknown: enter the address anew')}</Fact>
          <Fact name={t('Tells')}>{toldBy(channel)}</Fact>
          <Fact name={t('Quiet')}>{quietOf(channel)}</Fact>
          <Fact name={t('At most')}>
            {t('{messages_per_hour_max} messages an hour', {
              messages_per_hour_max: channel.messages_per_hour_max,
            })}
          </Fact>
        </Stack>
        {test.data && <TestOutcome delivery={test.data} />}
        {test.isError && <ErrorState error={test.error} />}
        <Group gap="xs">
          <ActionButton
            size="compact-sm"
            loading={test.isPending}
            aria-label={t('Send a test: {name}', { name: channel.name })}
            onClick={() => test.mutate()}
          >
            {t('Send a test')}
          </ActionButton>
          {isAdmin && <AdminActions channel={channel} />}
        </Group>
      </Stack>
    </Paper>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" w={64} flex="none">
        {name}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}

function TestOutcome({ delivery }: { delivery: AlertDelivery }) {
  const arrived = delivery.state === 'delivered'
  return (
    <Alert
      variant="light"
      color={arrived ? 'moss' : 'red'}
      role="status"
      title={arrived ? t('The test arrived') : t('The test did not arrive')}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {outcomeOf(delivery)}
      </Text>
    </Alert>
  )
}

function AdminActions({ channel }: { channel: AlertChannel }) {
  const navigate = route.useNavigate()
  const { id, name, kind } = channel
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="default"
        aria-label={t('Change: {name}', { name })}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'edit', id }) })}
      >
        {t('Change')}
      </ActionButton>
      {kind === 'webhook' && (
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={t('New secret: {name}', { name })}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'secret', id }) })}
        >
          {t('New secret')}
        </ActionButton>
      )}
      <ActionButton
        size="compact-sm"
        variant="default"
        aria-label={t('Delete: {name}', { name })}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'delete', id }) })}
      >
        {t('Delete')}
      </ActionButton>
    </>
  )
}
