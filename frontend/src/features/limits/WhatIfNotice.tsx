import { Alert, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LimitKind, whatIfQuery } from '~/api/limits'
import { t } from '~/i18n/t'
import { ErrorState } from '~/ui/States'
import { formatRate, kindNames, noteTexts } from './wording'

const NOTICE_PX = 96

type WhatIfNoticeProps = { kind: LimitKind; name: string; callsPerSecond: number }

/** What the limit would have done in the last minute, and to whom. */
export function WhatIfNotice({ kind, name, callsPerSecond }: WhatIfNoticeProps) {
  const whatIf = useQuery(whatIfQuery({ kind, name, calls_per_second: callsPerSecond }))
  if (whatIf.isError && !whatIf.data) {
    return <ErrorState error={whatIf.error} onRetry={() => whatIf.refetch()} />
  }
  if (!whatIf.data) return <Skeleton height={NOTICE_PX} aria-busy="true" />
  const { calls_per_s, refused_per_s, time_share, time_share_after, affected, notes } = whatIf.data
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    <Alert
      variant="light"
      color={notes.length > 0 ? 'orange' : 'moss'}
      icon={<IconInfoCircle size={18} />}
      title={t('In the last minute')}
    >
      <Stack gap={6}>
        <Text size="sm">
          {t(
            '{calls_per_s} were made, {refused_per_s} of them would have been refused; their part of the namenodes’ time would have been {time_share_after} instead of {time_share}.',
            {
              calls_per_s: formatRate(calls_per_s),
              refused_per_s: formatRate(refused_per_s),
              time_share_after: percent(time_share_after),
              time_share: percent(time_share),
            },
          )}
        </Text>
        {notes.map((note) => (
          <Text key={note} size="sm" fw={550}>
            {noteTexts()[note]}
          </Text>
        ))}
        {affected.length > 0 && (
          <List size="sm" aria-label={t('Who would be limited')}>
            {affected.map(({ by, key, calls_per_s: rate }) => (
              <List.Item key={`${by} ${key}`} style={{ overflowWrap: 'anywhere' }}>
                {kindNames()[by]} {key || t('without a name')}: {formatRate(rate)}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  )
}
