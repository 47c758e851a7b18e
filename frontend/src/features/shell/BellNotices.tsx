import { Box, Button, Group, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { alertKeys, type BellNotice, bellQuery, markRead } from '~/api/alerts'
import { servedReason } from '~/i18n/reason'
import { served, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { PlacedTarget } from '~/ui/PlacedTarget'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { verdictNames } from '~/ui/serverWords'
import { TextLink } from '~/ui/TextLink'
import { useOpenedLate } from '~/ui/useOpenedLate'
import { VERDICT_TONES } from '~/ui/verdicts'

type BellNoticesProps = {
  id: string
  opener: RefObject<HTMLElement | null>
  opened: boolean
  onClose: () => void
}

/** What the bell opens. Loaded behind the page, or when it is opened. */
export default function BellNotices({ id, opener, opened, onClose }: BellNoticesProps) {
  const bell = useQuery(bellQuery())
  return (
    <Popover
      id={id}
      opened={useOpenedLate(opened)}
      onChange={onClose}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <PlacedTarget opener={opener} />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)">
        {bell.data ? (
          <Notices
            items={bell.data.items}
            unread={bell.data.unread}
            upTo={bell.data.up_to}
            onGo={onClose}
          />
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
          {t('Notices')}
        </Text>
        {unread > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('Mark all as read')}
          </Button>
        )}
      </Group>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" px="sm" pb="sm">
          {t('No check has changed lately.')}
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
          {t('All checks')}
        </TextLink>
        <TextLink to="/alerts" size="sm" onClick={onGo}>
          {t('Who else is told')}
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
          {served(title)}
        </TextLink>
        <Text size="xs" c="dimmed" component="span">
          <Age time={at} />
        </Text>
      </Group>
      <Text size="xs" component="div">
        <StatusDot tone={VERDICT_TONES[verdict]}>
          {verdict === 'ok' ? t('well again') : verdictNames()[verdict]}
          {changes > 1 && t(', changed {changes} times', { changes })}
          {unread && t(', unread')}
        </StatusDot>
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {servedReason(reason)}
      </Text>
    </Box>
  )
}
