import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Pipeline, pipelineQuery } from '~/api/pipeline'
import { t } from '~/i18n/t'
import { Age, DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { PipelineCommands } from './PipelineCommands'
import { StagesPanel } from './StagesPanel'

export function PipelinePage() {
  const pipeline = useQuery(pipelineQuery())
  const { data } = pipeline
  return (
    <Page
      title={t('Pipeline')}
      description={t(
        'How changes of the file system reach the search index, and the proof that all did.',
      )}
      aside={<DataAge time={data?.as_of} refetching={pipeline.isFetching} />}
    >
      {pipeline.isError && <ErrorState error={pipeline.error} onRetry={() => pipeline.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        <PipelineStats pipeline={data} />
      </SimpleGrid>
      {data && <PipelineCommands pipeline={data} />}
      <StagesPanel pipeline={pipeline} />
    </Page>
  )
}

function PipelineStats({ pipeline }: { pipeline: Pipeline | undefined }) {
  const proof = pipeline?.proof
  const replica = pipeline?.replica_proof
  return (
    <>
      <Stat
        label={t('Behind the file system')}
        value={pipeline && (pipeline.lag_ms === null ? t('Unknown') : `${pipeline.lag_ms} ms`)}
        hint={
          pipeline &&
          t('{pending_moves} moved directories under way', {
            pending_moves: pipeline.pending_moves,
          })
        }
      />
      <Stat
        label={t('Last proof')}
        value={proof && (proof.last ? <Age time={proof.last.finished_at} /> : t('None yet'))}
        hint={
          proof?.last &&
          t('{inodes} inodes, checksum {checksum}', {
            inodes: proof.last.inodes,
            checksum: proof.last.checksum,
          })
        }
      />
      <Stat
        label={t('Drift')}
        value={proof?.drift_found}
        hint={
          proof &&
          t('{repaired} repaired, {suspects} looked at again', {
            repaired: proof.repaired,
            suspects: proof.suspects,
          })
        }
        tone={proof && proof.drift_found > proof.repaired ? 'bad' : undefined}
      />
      <Stat
        label={t('SQL replica proved')}
        value={pipeline && (replica ? <Age time={replica.finished_at} /> : t('Not yet'))}
        hint={
          replica &&
          t('{inodes} inodes, {drift_found} differed', {
            inodes: replica.inodes,
            drift_found: replica.drift_found,
          })
        }
      />
      <Stat
        label={t('Dead letters')}
        value={pipeline && (pipeline.dead_letters ?? t('Unknown'))}
        hint={
          pipeline &&
          t('{filled_from_store} changes read from the store instead', {
            filled_from_store: pipeline.filled_from_store,
          })
        }
        tone={pipeline?.dead_letters ? 'bad' : undefined}
      />
    </>
  )
}
