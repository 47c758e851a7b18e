import { CloseButton, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type SpreadChangeDetails, spreadChangeQuery } from '~/api/spread'
import { formatMean, formatRate } from '~/features/limits/wording'
import { formatDecimal } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import { BeforeAfterTable } from '~/ui/BeforeAfterTable'
import { Fact, Facts } from '~/ui/Facts'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { TextLink } from '~/ui/TextLink'
import { meansOf } from './record'
import { placeWords, progressWords, stateWords } from './wording'

const RecordCharts = lazy(() => import('./RecordCharts'))
const route = getRouteApi('/console/spread')
const CHARTS_PX = 660

/** What one change was, how far it is, and what it brought about. */
export function RecordPanel({ id }: { id: number }) {
  const navigate = route.useNavigate()
  const change = useQuery(spreadChangeQuery(id))
  return (
    <Paper component="aside" aria-label={t('Record of a change')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {change.data ? change.data.path : t('Change {id}', { id })}
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

function RecordBody({ change }: { change: SpreadChangeDetails }) {
  const { state, children, begun_at: begunAt, done_at: doneAt, path, counted, moved } = change
  const { tone, words } = stateWords()[state]
  const part = counted > 0 ? Math.min(1, moved / counted) * 100 : 0
  return (
    <>
      <Facts>
        <Fact name={t('State')}>
          <StatusDot tone={tone}>{words}</StatusDot>
        </Fact>
        <Fact name={t('Children')}>{placeWords()[children]}</Fact>
        <Fact name={t('Moved')}>{progressWords(change)}</Fact>
        <Fact name={t('Why')}>{change.reason}</Fact>
        <Fact name={t('By')}>{change.actor}</Fact>
        <Fact name={t('Job')}>
          <TextLink to="/jobs/$jobId" params={{ jobId: change.job_id }}>
            {t('Job {jobId}', { jobId: change.job_id })}
          </TextLink>
        </Fact>
        <Fact name={t('Asked')}>{formatDateTime(change.asked_at)}</Fact>
        {begunAt && <Fact name={t('Begun')}>{formatDateTime(begunAt)}</Fact>}
        {doneAt && <Fact name={t('All moved')}>{formatDateTime(doneAt)}</Fact>}
        {change.failed_why !== '' && <Fact name={t('What failed')}>{change.failed_why}</Fact>}
      </Facts>
      {state === 'moving' && <Progress value={part} aria-label={t('Children moved')} />}
      <Group gap="md">
        <Text size="sm">
          <TextLink to="/heat" search={{ by: 'directory', key: path, window: '1m' }}>
            {t('Open in Heat')}
          </TextLink>
        </Text>
        <Text size="sm">
          <TextLink to="/shards" search={{ range: '1h' }}>
            {t('Open Hot shards')}
          </TextLink>
        </Text>
        {state === 'done' && (
          <Text size="sm">
            <TextLink to="/spread" search={(old) => ({ ...old, path })}>
              {t('Look at it again …')}
            </TextLink>
          </Text>
        )}
      </Group>
      {state === 'done' && <MeansTable change={change} />}
      {change.before.length + change.after.length > 0 && (
        <Suspense fallback={<Skeleton height={CHARTS_PX} />}>
          <RecordCharts change={change} />
        </Suspense>
      )}
    </>
  )
}

function MeansTable({ change }: { change: SpreadChangeDetails }) {
  const before = meansOf(change.before)
  const after = meansOf(change.after)
  const rate = (value: number | null) => (value === null ? '–' : formatRate(value))
  const time = (value: number | null) => (value === null ? '–' : formatMean(value))
  const times = (value: number | null) => (value === null ? '–' : formatDecimal(value, 1))
  const expected = change.expected.after
  return (
    <>
      <BeforeAfterTable
        label={t('Mean of up to ten minutes')}
        rows={[
          {
            label: t('Rows of the busiest shard'),
            was: rate(before.rowsPerS),
            is: rate(after.rowsPerS),
          },
          {
            label: t('Its operations'),
            was: rate(before.operationsPerS),
            is: rate(after.operationsPerS),
          },
          {
            label: t('Its rows over the mean'),
            was: times(before.imbalance),
            is: times(after.imbalance),
          },
          {
            label: t('Calls in the directory'),
            was: rate(before.callsPerS),
            is: rate(after.callsPerS),
          },
          { label: t('Their mean time'), was: time(before.meanMs), is: time(after.meanMs) },
          {
            label: t('Calls of all others'),
            was: rate(before.othersPerS),
            is: rate(after.othersPerS),
          },
          {
            label: t('Mean time of the others'),
            was: time(before.othersMeanMs),
            is: time(after.othersMeanMs),
          },
        ]}
      />
      {expected && (
        <Text size="xs" c="dimmed">
          {t(
            'Reckoned before: {rows_per_s} rows in the busiest shard, {imbalance} times the mean.',
            {
              rows_per_s: formatRate(expected.rows_per_s),
              imbalance: formatDecimal(expected.imbalance, 1),
            },
          )}
        </Text>
      )}
    </>
  )
}
