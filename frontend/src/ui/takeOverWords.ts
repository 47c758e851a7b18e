import type { TakeOverObjection, TakeOverPhase } from '~/api/schema'
import { perLanguage, t } from '~/i18n/t'

/** How far a take-over is. Not beside the other words, which the first page loads. */
export const takeOverPhaseNames = perLanguage(
  (): Record<TakeOverPhase, string> => ({
    begun: t('begun: nothing is changed yet'),
    fenced: t('the old NameNode is fenced, and its last edits are here'),
    ended: t('this file system is the one that is used; it has still to be started'),
    serving: t('done: Warren serves'),
    going_back: t('on the way back to the old NameNode'),
  }),
)

/** What speaks against a take-over. */
export const objectionNames = perLanguage(
  (): Record<TakeOverObjection, string> => ({
    no_block_pool: t('The import had no file VERSION, so that the datanodes would not know Warren'),
    not_following: t('This copy does not follow the old NameNode: how old it is nobody knows'),
    following_unknown: t('No namenode tells how old this copy is'),
    following_paused: t('Following is paused'),
    edits_unreadable: t('The edits can’t be read now'),
    lagging: t('This copy is far behind, or does not know how far'),
    not_rehearsed: t('Nobody rehearsed it'),
    rehearsal_old: t('The rehearsal is old'),
    rehearsal_faults: t('The rehearsal found faults'),
    blocks_missing: t('The rehearsal found no good copy of some blocks'),
  }),
)
