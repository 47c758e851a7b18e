import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type LimitChangeDetails, limitChangeQuery } from '~/api/limits'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import { BeforeAfterTable } from '~/ui/BeforeAfterTable'
import { Fact, Facts } from '~/ui/Facts'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { TextLink } from '~/ui/TextLink'
import { type Means, meansOf } from './record'
import { formatMean, formatRate, kindNames, stateWords } from './wording'

const RecordCharts = lazy(() => import('./RecordCharts'))
const route = getRouteApi('/console/limits')
const CHARTS_PX = 440

/** What one change of a limit was, and what it brought about. */
export function RecordPanel({ id }: { id: number }) {
  const navigate = route.useNavigate()
  const change = useQuery(limitChangeQuery(id))
  return (
    <Paper component="aside" aria-label={t('Record of a change')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {change.data ? titleOf(change.data) : t('Change {id}', { id })}
          </Title>
          <CloseButton
            size="sm"
            aria-label={t('Close')}
            onClick={() => navigate({ search: (old) => ({ ...old, change: undefined }) })}
          />
        </Group>
        {change.data ? (
          <RecordBody change={change.data} />
        ) : change.isError ? (
          <ErrorState error={change.error} onRetry={() => change.refetch()} />
        ) : (
          <Skeleton height={CHARTS_PX} aria-busy="true" />
        )}
      </Stack>
    </Paper>
  )
}

function titleOf({ action, kind, name }: LimitChangeDetails): string {
  return `${kindNames()[kind]} ${name} ${action === 'set' ? t('limited') : t('let in again')}`
}

function RecordBody({ change }: { change: LimitChangeDetails }) {
  const { state, calls_per_second: calls, done_at: doneAt, expires_at: expiresAt } = change
  const { tone, words } = stateWords()[state]
  const before = meansOf(change.before)
  const after = meansOf(change.after)
  return (
    <>
      <Facts>
        <Fact name={t('State')}>
          <StatusDot tone={tone}>{words}</StatusDot>
        </Fact>
        {calls !== null && (
          <Fact name={t('Limit')}>
            {t('{calls} at each namenode', { calls: formatRate(calls) })}
          </Fact>
        )}
        <Fact name={t('Why')}>{change.reason}</Fact>
        <Fact name={t('By')}>{change.actor}</Fact>
        <Fact name={t('Asked')}>{formatDateTime(change.asked_at)}</Fact>
        {doneAt && <Fact name={t('Held from')}>{formatDateTime(doneAt)}</Fact>}
        {expiresAt && <Fact name={t('Until')}>{formatDateTime(expiresAt)}</Fact>}
        {change.failed_why !== '' && <Fact name={t('What failed')}>{change.failed_why}</Fact>}
      </Facts>
      <Text size="sm">
        <TextLink to="/heat" search={{ by: change.kind, key: change.name, window: '1m' }}>
          {t('Open in Heat')}
        </TextLink>
      </Text>
      {state === 'done' && <MeansTable name={change.name} before={before} after={after} />}
      {(before ?? after) && (
        <Suspense fallback={<Skeleton height={CHARTS_PX} />}>
          <RecordCharts change={change} />
        </Suspense>
      )}
    </>
  )
}

type MeansTableProps = { name: string; before: Means | undefined; after: Means | undefined }

function MeansTable({ name, before, after }: MeansTableProps) {
  const rate = (value: number | null | undefined) => (value == null ? '–' : formatRate(value))
  const time = (value: number | null | undefined) => (value == null ? '–' : formatMean(value))
  return (
    <BeforeAfterTable
      label={t('Mean of up to ten minutes')}
      rows={[
        {
          label: t('Calls of {name}', { name }),
          was: rate(before?.calls_per_s),
          is: rate(after?.calls_per_s),
        },
        { label: t('Refused'), was: rate(before?.refused_per_s), is: rate(after?.refused_per_s) },
        {
          label: t('Calls of all others'),
          was: rate(before?.others_per_s),
          is: rate(after?.others_per_s),
        },
        {
          label: t('Their mean time'),
          was: time(before?.others_mean_ms),
          is: time(after?.others_mean_ms),
        },
      ]}
    />
  )
}
