import { Group, SegmentedControl, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BLOCK_LISTS, type BlockHealth, blockHealthQuery } from '~/api/blocks'
import { formatCount, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { BlockLookUp } from './BlockLookUp'
import { BlockPanel } from './BlockPanel'
import { CorruptReplicasTable } from './CorruptReplicasTable'
import { FsckSection } from './FsckSection'
import { ProblemBlocksTable } from './ProblemBlocksTable'
import { SafeModeNotice } from './SafeModeNotice'
import { countText, listLabels, underReplicated } from './wording'

const route = getRouteApi('/console/blocks')

const lists = BLOCK_LISTS.map((value) => ({ value, label: listLabels()[value] }))

export function BlocksPage() {
  const { list = 'under-replicated', block } = route.useSearch()
  const navigate = route.useNavigate()
  const health = useQuery(blockHealthQuery())
  return (
    <Page
      title={t('Blocks')}
      description={t('Blocks that are not stored as they should be, and how they heal.')}
      aside={<DataAge time={health.data?.as_of} refetching={health.isFetching} />}
    >
      {health.isError && <ErrorState error={health.error} onRetry={() => health.refetch()} />}
      {health.data?.safe_mode && <SafeModeNotice safeMode={health.data.safe_mode} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <HealthStats health={health.data ?? (health.isError ? null : undefined)} />
      </SimpleGrid>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('List')}
          data={lists}
          value={list}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({
                ...old,
                list: BLOCK_LISTS.find((each) => each === chosen),
                cursor: undefined,
              }),
            })
          }
        />
        <BlockLookUp
          onFind={(found) => navigate({ search: (old) => ({ ...old, block: found }) })}
        />
      </Group>
      <DetailsLayout
        label={t('Block')}
        half
        onClose={() => navigate({ search: (old) => ({ ...old, block: undefined }) })}
        details={block !== undefined && <BlockPanel blockId={block} />}
      >
        {list === 'corrupt' ? <CorruptReplicasTable /> : <ProblemBlocksTable list={list} />}
      </DetailsLayout>
      <FsckSection />
    </Page>
  )
}

/** Null for the health: nothing is known, and the error says why. */
function HealthStats({ health }: { health: BlockHealth | null | undefined }) {
  const shown = (count: (known: BlockHealth) => number) =>
    health === null ? '–' : health && countText(count(health), health)
  return (
    <>
      <Stat
        label={t('Missing')}
        value={shown((known) => known.missing)}
        tone={health && health.missing > 0 ? 'bad' : undefined}
        hint={t('No good replica can be reached')}
      />
      <Stat
        label={t('Under-replicated')}
        value={shown(underReplicated)}
        hint={
          health &&
          t('{copies_under_way} copies under way', {
            copies_under_way: formatCount(health.copies_under_way),
          })
        }
      />
      <Stat
        label={t('Corrupt replicas')}
        value={shown((known) => known.corrupt_replicas)}
        tone={health && health.corrupt_replicas > 0 ? 'bad' : undefined}
        hint={t('Deleted once they are replaced')}
      />
      <Stat
        label={t('Surplus replicas')}
        value={shown((known) => known.surplus_replicas)}
        hint={
          health &&
          t('{deletions} waiting, {checks}', {
            deletions: plural(health.deletions_waiting, 'deletion'),
            checks: plural(health.checks_waiting, 'check'),
          })
        }
      />
    </>
  )
}
