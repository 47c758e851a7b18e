import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type AlertChannel, type AlertDelivery, alertKeys, testChannel } from '~/api/alerts'
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
            {!channel.enabled && <Badge color="gray">Off</Badge>}
            <Badge color="gray">{channel.kind === 'email' ? 'E-mail' : 'Webhook'}</Badge>
          </Group>
        </Group>
        <Stack gap={4}>
          <Fact name="To">{channel.target || 'unknown: enter the address anew'}</Fact>
          <Fact name="Tells">{toldBy(channel)}</Fact>
          <Fact name="Quiet">{quietOf(channel)}</Fact>
          <Fact name="At most">{channel.messages_per_hour_max} messages an hour</Fact>
        </Stack>
        {test.data && <TestOutcome delivery={test.data} />}
        {test.isError && <ErrorState error={test.error} />}
        <Group gap="xs">
          <ActionButton
            size="compact-sm"
            loading={test.isPending}
            aria-label={`Send a test: ${channel.name}`}
            onClick={() => test.mutate()}
          >
            Send a test
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
      title={arrived ? 'The test arrived' : 'The test did not arrive'}
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
        aria-label={`Change: ${name}`}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'edit', id }) })}
      >
        Change
      </ActionButton>
      {kind === 'webhook' && (
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={`New secret: ${name}`}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'secret', id }) })}
        >
          New secret
        </ActionButton>
      )}
      <ActionButton
        size="compact-sm"
        variant="default"
        aria-label={`Delete: ${name}`}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'delete', id }) })}
      >
        Delete
      </ActionButton>
    </>
  )
}
