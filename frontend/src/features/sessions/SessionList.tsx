import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SESSION_PAGE_ROWS, type Session, type SessionsOf, sessionsQuery } from '~/api/sessions'
import { formatBrowser } from '~/format/browser'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState } from '~/ui/States'

type SessionListProps = {
  of: SessionsOf
  cursor: string | undefined
  onGo: (cursor: string | undefined, trail: string[]) => void
  onEnd: (session: Session) => void
}

/** Where a user is logged in, newest first. */
export function SessionList({ of, cursor, onGo, onEnd }: SessionListProps) {
  const sessions = useQuery(sessionsQuery(of, cursor))
  if (!sessions.data) {
    return sessions.isError ? (
      <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />
    ) : (
      <Paper h={66} aria-busy="true" />
    )
  }
  const { items, next_cursor } = sessions.data
  return (
    <Paper aria-busy={sessions.isPlaceholderData || undefined}>
      {items.length === 0 ? (
        <EmptyState icon={<IconDeviceDesktop size={24} />} title={t('Logged in nowhere')}>
          {t(
            'A session begins with a login in a browser. API tokens are listed on the page Tokens.',
          )}
        </EmptyState>
      ) : (
        <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
          ))}
        </Stack>
      )}
      <CursorPager
        cursor={cursor}
        nextCursor={next_cursor}
        shown={items.length}
        limit={SESSION_PAGE_ROWS}
        noun={t('sessions')}
        onGo={onGo}
      />
    </Paper>
  )
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const browser = formatBrowser(session.client)
  return (
    <Group component="li" justify="space-between" px="md" py="sm" gap="sm" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={550} title={session.client} style={{ overflowWrap: 'anywhere' }}>
            {browser}
          </Text>
          {session.is_current && <Badge color="moss">{t('This browser')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <Trans
            message="{address}seen {age}"
            values={{
              address: session.address && t('from {address}, ', { address: session.address }),
              age: <Age time={session.last_seen_at} />,
            }}
          />
        </Text>
        <Text size="xs" c="dimmed">
          {t('Since {created_at}, until {expires_at}', {
            created_at: formatDateTime(session.created_at),
            expires_at: formatDateTime(session.expires_at),
          })}
        </Text>
      </Stack>
      {!session.is_current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          flex="none"
          onClick={onEnd}
          aria-label={t('End session of {browser} from {address}', {
            browser,
            address: session.address || t('this machine'),
          })}
        >
          {t('End…')}
        </Button>
      )}
    </Group>
  )
}
