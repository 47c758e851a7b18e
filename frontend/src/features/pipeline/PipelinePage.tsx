import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Pipeline, pipelineQuery } from '~/api/pipeline'
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
      title="Pipeline"
      description="How changes of the file system reach the search index, and the proof that all did."
      aside={data && <DataAge time={data.as_of} refetching={pipeline.isFetching} />}
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
        label="Behind the file system"
        value={pipeline && (pipeline.lag_ms === null ? 'Unknown' : `${pipeline.lag_ms} ms`)}
        hint={pipeline && `${pipeline.pending_moves} moved directories under way`}
      />
      <Stat
        label="Last proof"
        value={proof && (proof.last ? <Age time={proof.last.finished_at} /> : 'None yet')}
        hint={proof?.last && `${proof.last.inodes} inodes, checksum ${proof.last.checksum}`}
      />
      <Stat
        label="Drift"
        value={proof?.drift_found}
        hint={proof && `${proof.repaired} repaired, ${proof.suspects} looked at again`}
        tone={proof && proof.drift_found > proof.repaired ? 'bad' : undefined}
      />
      <Stat
        label="SQL replica proved"
        value={pipeline && (replica ? <Age time={replica.finished_at} /> : 'Not yet')}
        hint={replica && `${replica.inodes} inodes, ${replica.drift_found} differed`}
      />
      <Stat
        label="Dead letters"
        value={pipeline && (pipeline.dead_letters ?? 'Unknown')}
        hint={pipeline && `${pipeline.filled_from_store} changes read from the store instead`}
        tone={pipeline?.dead_letters ? 'bad' : undefined}
      />
    </>
  )
}
