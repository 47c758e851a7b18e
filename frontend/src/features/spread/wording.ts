import type { ChildrenSpread, SpreadChange, SpreadNote, SpreadState } from '~/api/spread'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'

/** Where the children are. */
export const placeWords = perLanguage(
  (): Record<ChildrenSpread, string> => ({
    by_parent: t('together in one shard'),
    hashed: t('in 16 parts, by their names'),
  }),
)

/** Where they go. */
export const actionWords = perLanguage(
  (): Record<ChildrenSpread, string> => ({
    by_parent: t('Bring together'),
    hashed: t('Spread over shards'),
  }),
)

export const stateWords = perLanguage(
  (): Record<SpreadState, { tone: Tone; words: string }> => ({
    waiting: { tone: 'busy', words: t('waiting') },
    moving: { tone: 'busy', words: t('moving') },
    done: { tone: 'good', words: t('done') },
    failed: { tone: 'bad', words: t('failed') },
    superseded: { tone: 'off', words: t('overtaken') },
  }),
)

export const noteTexts = perLanguage(
  (): Record<SpreadNote, string> => ({
    moving: t('The children are being moved now. This would turn the move round.'),
    not_seen: t(
      'The directory is not among the hottest of the last minute, so its part of the load is not known.',
    ),
    not_measured: t('The load of the shards was not measured in the last minute.'),
    few_children: t('There are fewer children than parts: little would be spread.'),
    more_scans: t(
      'Mostly listings: each would read 16 places instead of one, so that there are more scans, of fewer rows each.',
    ),
    one_process: t(
      'The embedded store has all shards in one process: that work is the same wherever the children are.',
    ),
    no_less: t('The busiest shard would have hardly less to do.'),
  }),
)

/** "12 of 40": children that were moved, of those that were counted. */
export function progressWords({ moved, counted, count_complete }: SpreadChange): string {
  const all = count_complete
    ? formatCount(counted)
    : t('{counted} or more', { counted: formatCount(counted) })
  return t('{moved} of {all} children', { moved: formatCount(moved), all })
}
