import type { DatanodeDetails, DatanodeStorage, SlowDisk } from '~/api/datanodes'
import type { Tone } from '~/ui/StatusDot'

const ADMIN_WORDS: Record<Exclude<DatanodeDetails['admin_state'], 'in_service'>, string> = {
  decommissioning: 'decommissioning',
  decommissioned: 'decommissioned',
  entering_maintenance: 'entering maintenance',
  in_maintenance: 'in maintenance',
}

/** How a datanode is, in words: whether it is heard of, and what its operators want of it. */
export function describeState(datanode: DatanodeDetails): { text: string; tone: Tone } {
  const { state, admin_state } = datanode
  if (admin_state === 'in_service') {
    return { text: state, tone: state === 'live' ? 'good' : state === 'stale' ? 'busy' : 'bad' }
  }
  const text = ADMIN_WORDS[admin_state]
  if (state === 'live') return { text, tone: 'busy' }
  // Whoever is taken out of service on purpose may be silent.
  const expected = admin_state === 'decommissioned' || admin_state === 'in_maintenance'
  return { text: `${text}, ${state}`, tone: expected ? 'off' : 'bad' }
}

const CONDITIONS: Record<DatanodeStorage['condition'], { text: string; tone: Tone }> = {
  available: { text: 'available', tone: 'good' },
  returned: { text: 'returned, not verified yet', tone: 'busy' },
  lost: { text: 'lost', tone: 'bad' },
  decommissioning: { text: 'decommissioning', tone: 'busy' },
  decommissioned: { text: 'decommissioned', tone: 'off' },
  entering_maintenance: { text: 'entering maintenance', tone: 'busy' },
  in_maintenance: { text: 'in maintenance', tone: 'off' },
  unknown: { text: 'not judged yet', tone: 'off' },
}

/** How the leader judges a storage. */
export function describeCondition(condition: DatanodeStorage['condition']): {
  text: string
  tone: Tone
} {
  return CONDITIONS[condition]
}

export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** What is slow of a disk: means of its operations. */
export function describeSlowDisk({ metadata_ms, read_ms, write_ms }: SlowDisk): string {
  const told = [
    { what: 'reads', ms: read_ms },
    { what: 'writes', ms: write_ms },
    { what: 'other calls', ms: metadata_ms },
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
