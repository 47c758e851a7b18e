import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Pipeline, Stage } from '~/api/pipeline'
import { formatBuild } from '~/format/build'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { SkeletonRows } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { stageStateName } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Stage') },
  { label: t('State') },
  { label: t('Position'), align: 'right' as const },
  { label: t('Lag'), align: 'right' as const },
  { label: t('Per second'), align: 'right' as const },
  { label: t('Errors'), align: 'right' as const },
  { label: t('Restarts'), align: 'right' as const },
  { label: t('Last error'), width: '34%' },
])

const GOOD = new Set(['serving', 'running', 'following'])
const BUSY = new Set(['starting', 'catching_up', 'rebuilding', 'building', 'paused'])

const namesInWords = perLanguage(
  (): Record<string, string> => ({
    store: t('Namenodes'),
    capture: t('Change capture'),
    kafka: 'Kafka',
    indexer: t('Indexer'),
    replica: t('SQL replica'),
  }),
)

export function StagesPanel({ pipeline }: { pipeline: UseQueryResult<Pipeline> }) {
  return (
    <Section title={t('Stages')}>
      <TablePanel
        caption={t('Stages of the pipeline in the order of a change')}
        columns={columns()}
      >
        {pipeline.data ? (
          pipeline.data.stages.map((stage) => <StageRow key={stage.name} stage={stage} />)
        ) : (
          <SkeletonRows rows={5} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function StageRow({ stage }: { stage: Stage }) {
  const build = formatBuild(stage.build_percent, stage.build_left_ms)
  return (
    <Table.Tr>
      <Table.Td fw={550}>{namesInWords()[stage.name] ?? stage.name}</Table.Td>
      <Table.Td>
        <StatusDot tone={toneOf(stage.state)}>{stageStateName(stage.state)}</StatusDot>
        {build && (
          <Text size="xs" c="dimmed">
            {build}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{stage.position ?? '–'}</Table.Td>
      <Table.Td ta="right">{stage.lag ?? '–'}</Table.Td>
      <Table.Td ta="right">{stage.rate_per_s ?? '–'}</Table.Td>
      <Table.Td ta="right">{stage.errors}</Table.Td>
      <Table.Td ta="right">{stage.restarts}</Table.Td>
      <Table.Td>
        <Text size="xs" lineClamp={2} title={stage.last_error ?? undefined}>
          {stage.last_error ?? t('None')}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function toneOf(state: string): Tone {
  if (GOOD.has(state)) return 'good'
  return BUSY.has(state) ? 'busy' : 'bad'
}
