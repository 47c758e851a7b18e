import { Alert, Badge, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RUN_PAGE_ROWS, type Rule, type RuleRun, runsQuery } from '~/api/rules'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { runStates } from './wording'

const route = getRouteApi('/console/rules')

const columns = perLanguage(() => [
  { label: t('Due'), width: '16%' },
  { label: t('Run') },
  { label: t('Found'), align: 'right' as const },
  { label: t('Bytes'), align: 'right' as const },
  { label: t('Changed'), align: 'right' as const },
  { label: t('Errors'), align: 'right' as const },
  { label: t('Jobs') },
  { label: t('Why'), width: '24%' },
])

/** The reports of a rule's runs. */
export function RunsPanel({ rule }: { rule: Rule }) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const runs = useQuery(runsQuery(rule.id, cursor))
  const { data } = runs
  return (
    <Section title={t('Runs of {name}', { name: rule.name })}>
      {rule.disarmed_why && (
        <Alert
          color="orange"
          variant="light"
          title={t('It was disarmed by a run that would do too much')}
        >
          {t('{disarmed_why} Look at that run; armed again, what it found counts as usual.', {
            disarmed_why: rule.disarmed_why,
          })}
        </Alert>
      )}
      <TablePanel
        caption={t('Runs of {name}, newest first', { name: rule.name })}
        columns={columns()}
        stale={runs.isPlaceholderData}
        instead={
          runs.isError && !data ? (
            <ErrorState error={runs.error} onRetry={() => runs.refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={<IconHistory size={24} />} title={t('It has not run yet')}>
              {t('The first run shows what it would do.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={RUN_PAGE_ROWS}
              noun={t('runs')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((run) => <RunRow key={run.id} run={run} />)
        ) : (
          <SkeletonRows rows={3} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function RunRow({ run }: { run: RuleRun }) {
  const { label, color } = runStates()[run.state]
  return (
    <Table.Tr>
      <Table.Td>
        <Age time={run.due_at} />
        {run.asked_by && (
          <Text size="xs" c="dimmed">
            {t('by hand')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge color={color}>{label}</Badge>
      </Table.Td>
      <Table.Td ta="right">{run.inodes === null ? '–' : formatCount(run.inodes)}</Table.Td>
      <Table.Td ta="right">{run.size_bytes === null ? '–' : formatBytes(run.size_bytes)}</Table.Td>
      <Table.Td ta="right">
        {run.changed === null ? '–' : formatCount(run.changed)}
        {run.changed !== null && run.job_id === null && (
          <Text size="xs" c="dimmed">
            {t('would be')}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{run.errors === null ? '–' : formatCount(run.errors)}</Table.Td>
      <Table.Td>
        <Group gap={8}>
          {run.plan_id !== null && (
            <TextLink to="/jobs/$jobId" params={{ jobId: run.plan_id }}>
              {t('dry run {plan_id}', { plan_id: run.plan_id })}
            </TextLink>
          )}
          {run.job_id !== null && (
            <TextLink to="/jobs/$jobId" params={{ jobId: run.job_id }}>
              {t('job {job_id}', { job_id: run.job_id })}
            </TextLink>
          )}
        </Group>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{run.why || '–'}</Table.Td>
    </Table.Tr>
  )
}
