import { Badge, Group, Stack, Text } from '@mantine/core'
import type { HealthCheck } from '~/api/health'
import { formatDateTime } from '~/format/time'
import { servedReason } from '~/i18n/reason'
import { served, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { StatusDot } from '~/ui/StatusDot'
import { verdictNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { VERDICT_TONES } from '~/ui/verdicts'

type CheckRowProps = { check: HealthCheck; action: React.ReactNode }

/** A check with its reason; what to do is told where there is something to do. */
export function CheckRow({ check, action }: CheckRowProps) {
  const { title, verdict, reason, since, remedy, page, mute } = check
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <StatusDot tone={VERDICT_TONES[verdict]}>{verdictNames()[verdict]}</StatusDot>
          {mute && <Badge color="gray">{t('Muted')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td miw={200}>
        <TextLink to={page} fw={550}>
          {served(title)}
        </TextLink>
      </Table.Td>
      <Table.Td miw={280}>
        <Stack gap={2}>
          <Text span inherit>
            {servedReason(reason)}
          </Text>
          {verdict !== 'ok' && (
            <Text span size="xs" c="dimmed">
              {served(remedy)}
            </Text>
          )}
          {mute && (
            <Text span size="xs" c="dimmed">
              {t('Muted until {until}{why}{by}', {
                until: formatDateTime(mute.until),
                why: mute.reason !== null ? `: ${mute.reason}` : '',
                by: mute.by !== null ? ` (${mute.by})` : '',
              })}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{since ? <Age time={since} /> : '–'}</Table.Td>
      <Table.Td ta="right">{action}</Table.Td>
    </Table.Tr>
  )
}
