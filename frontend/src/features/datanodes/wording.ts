import type { DatanodeDetails, DatanodeStorage, SlowDisk } from '~/api/datanodes'
import { formatCount, formatDecimal } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'
import { datanodeStateNames } from '~/ui/serverWords'

const adminWords = perLanguage(
  (): Record<Exclude<DatanodeDetails['admin_state'], 'in_service'>, string> => ({
    decommissioning: t('decommissioning'),
    decommissioned: t('decommissioned'),
    entering_maintenance: t('entering maintenance'),
    in_maintenance: t('in maintenance'),
  }),
)

/** How a datanode is, in words: whether it is heard of, and what its operators want of it. */
export function describeState(datanode: DatanodeDetails): { text: string; tone: Tone } {
  const { state, admin_state } = datanode
  if (admin_state === 'in_service') {
    return {
      text: datanodeStateNames()[state],
      tone: state === 'live' ? 'good' : state === 'stale' ? 'busy' : 'bad',
    }
  }
  const text = adminWords()[admin_state]
  if (state === 'live') return { text, tone: 'busy' }
  // Whoever is taken out of service on purpose may be silent.
  const expected = admin_state === 'decommissioned' || admin_state === 'in_maintenance'
  return { text: `${text}, ${datanodeStateNames()[state]}`, tone: expected ? 'off' : 'bad' }
}

const conditionWords = perLanguage(
  (): Record<DatanodeStorage['condition'], { text: string; tone: Tone }> => ({
    available: { text: t('available'), tone: 'good' },
    returned: { text: t('returned, not verified yet'), tone: 'busy' },
    lost: { text: t('lost'), tone: 'bad' },
    decommissioning: { text: t('decommissioning'), tone: 'busy' },
    decommissioned: { text: t('decommissioned'), tone: 'off' },
    entering_maintenance: { text: t('entering maintenance'), tone: 'busy' },
    in_maintenance: { text: t('in maintenance'), tone: 'off' },
    unknown: { text: t('not judged yet'), tone: 'off' },
  }),
)

/** How the leader judges a storage. */
export function describeCondition(condition: DatanodeStorage['condition']): {
  text: string
  tone: Tone
} {
  return conditionWords()[condition]
}

export function formatMs(ms: number): string {
  return `${ms < 10 ? formatDecimal(ms, 1) : formatCount(ms)} ms`
}

/** What is slow of a disk: means of its operations. */
export function describeSlowDisk({ metadata_ms, read_ms, write_ms }: SlowDisk): string {
  const told = [
    { what: t('reads'), ms: read_ms },
    { what: t('writes'), ms: write_ms },
    { what: t('other calls'), ms: metadata_ms },
  ]
  return told.flatMap(({ what, ms }) => (ms === null ? [] : [`${what} ${formatMs(ms)}`])).join(', ')
}

/** What a disk holds besides our blocks. */
export function otherBytes(sizes: {
  capacity_bytes: number
  used_bytes: number
  remaining_bytes: number
}): number {
  return Math.max(0, sizes.capacity_bytes - sizes.used_bytes - sizes.remaining_bytes)
}
