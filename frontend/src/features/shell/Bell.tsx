import {
  ActionIcon,
  Box,
  Button,
  Group,
  Indicator,
  Popover,
  ScrollArea,
  Stack,
  Text,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertKeys, type BellNotice, bellQuery, markRead } from '~/api/alerts'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { TextLink } from '~/ui/TextLink'
import { VERDICT_TONES } from '~/ui/verdicts'

/** How many checks changed that the user has not read of, and which. */
export function Bell() {
  const [opened, { toggle, close }] = useDisclosure()
  const bell = useQuery(bellQuery())
  const unread = bell.data?.unread ?? 0
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Indicator label={unread} size={16} color="red.8" disabled={unread === 0} offset={4}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={toggle}
            aria-label={unread === 0 ? 'Notices' : `Notices: ${unread} unread`}
          >
            <IconBell size={18} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)">
        {bell.data ? (
          <Notices items={bell.data.items} unread={unread} upTo={bell.data.up_to} onGo={close} />
        ) : (
          bell.isError && <ErrorState error={bell.error} onRetry={() => bell.refetch()} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type NoticesProps = { items: BellNotice[]; unread: number; upTo: number; onGo: () => void }

function Notices({ items, unread, upTo, onGo }: NoticesProps) {
  const queryClient = useQueryClient()
  const read = useMutation({
    mutationFn: () => markRead(upTo),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.bell }),
  })
  return (
    <Stack gap={0}>
      <Group justify="space-between" px="sm" py={8} wrap="nowrap">
        <Text fw={620} size="sm">
          Notices
        </Text>
        {unread > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" px="sm" pb="sm">
          No check has changed lately.
        </Text>
      ) : (
        <ScrollArea.Autosize mah={380} type="auto">
          <Stack component="ul" gap="sm" m={0} px="sm" pb="sm" style={{ listStyle: 'none' }}>
            {items.map((notice) => (
              <Notice key={`${notice.key} ${notice.unread}`} notice={notice} onGo={onGo} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
      <Group px="sm" py={8} gap="md" style={{ borderTop: '1px solid var(--warren-line)' }}>
        <TextLink to="/health" size="sm" onClick={onGo}>
          All checks
        </TextLink>
        <TextLink to="/alerts" size="sm" onClick={onGo}>
          Who else is told
        </TextLink>
      </Group>
    </Stack>
  )
}

function Notice({ notice, onGo }: { notice: BellNotice; onGo: () => void }) {
  const { title, page, verdict, reason, at, changes, unread } = notice
  return (
    <Box component="li">
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <TextLink to={page} size="sm" fw={unread ? 650 : 450} onClick={onGo}>
          {title}
        </TextLink>
        <Text size="xs" c="dimmed" component="span">
          <Age time={at} />
        </Text>
      </Group>
      <Text size="xs" component="div">
        <StatusDot tone={VERDICT_TONES[verdict]}>
          {verdict === 'ok' ? 'well again' : verdict}
          {changes > 1 && `, changed ${changes} times`}
          {unread && ', unread'}
        </StatusDot>
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
    </Box>
  )
}
