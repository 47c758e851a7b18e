import { useQuery } from '@tanstack/react-query'
import { type Cluster, clusterEventsQuery } from '~/api/cluster'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Stat } from '~/ui/Stat'

/** Null for the cluster: nothing is known, and the error says why. */
export function LeaderStats({ cluster }: { cluster: Cluster | null | undefined }) {
  const changes = useQuery(clusterEventsQuery({ kind: 'leader_changed' }))
  const last = changes.data?.items.find((event) => event.related_id !== null)
  const leader = cluster?.namenodes.find((each) => each.role === 'leader')
  const live = cluster?.namenodes.filter((each) => each.state === 'live').length
  const shown = <Value,>(value: Value) => (cluster === null ? '–' : cluster && value)
  return (
    <>
      <Stat
        label={t('Leader')}
        value={shown(cluster?.leader ?? t('None'))}
        tone={cluster && cluster.leader === null ? 'bad' : undefined}
        hint={leader && t('Namenode id {id}', { id: leader.id })}
      />
      <Stat label={t('Epoch')} value={shown(leader ? formatCount(leader.epoch) : '–')} />
      <Stat
        label={t('Namenodes')}
        value={shown(
          t('{live} of {namenodes} live', {
            live: live ?? 0,
            namenodes: cluster?.namenodes.length ?? 0,
          }),
        )}
        hint={t('Those that left are shown for a day')}
      />
      <Stat
        label={t('Last takeover')}
        value={
          changes.data
            ? last
              ? formatDuration(last.duration_ms)
              : t('None yet')
            : changes.isError
              ? '–'
              : undefined
        }
        hint={last && <Age time={last.effective_at} />}
      />
    </>
  )
}
