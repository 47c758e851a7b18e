import type { ChildrenSpread, SpreadChange, SpreadNote, SpreadState } from '~/api/spread'
import { formatCount } from '~/format/count'
import type { Tone } from '~/ui/StatusDot'

/** Where the children are. */
export const placeWords: Record<ChildrenSpread, string> = {
  by_parent: 'together in one shard',
  hashed: 'in 16 parts, by their names',
}

/** Where they go. */
export const actionWords: Record<ChildrenSpread, string> = {
  by_parent: 'Bring together',
  hashed: 'Spread over shards',
}

export const stateWords: Record<SpreadState, { tone: Tone; words: string }> = {
  waiting: { tone: 'busy', words: 'waiting' },
  moving: { tone: 'busy', words: 'moving' },
  done: { tone: 'good', words: 'done' },
  failed: { tone: 'bad', words: 'failed' },
  superseded: { tone: 'off', words: 'overtaken' },
}

export const noteTexts: Record<SpreadNote, string> = {
  moving: 'The children are being moved now. This would turn the move round.',
  not_seen:
    'The directory is not among the hottest of the last minute, so its part of the load is not known.',
  not_measured: 'The load of the shards was not measured in the last minute.',
  few_children: 'There are fewer children than parts: little would be spread.',
  more_scans:
    'Mostly listings: each would read 16 places instead of one, so that there are more scans, of fewer rows each.',
  one_process:
    'The embedded store has all shards in one process: that work is the same wherever the children are.',
  no_less: 'The busiest shard would have hardly less to do.',
}

/** "12 of 40": children that were moved, of those that were counted. */
export function progressWords({ moved, counted, count_complete }: SpreadChange): string {
  const all = count_complete ? formatCount(counted) : `${formatCount(counted)} or more`
  return `${formatCount(moved)} of ${all} children`
}
