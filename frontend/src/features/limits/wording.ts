import type { ChangeState, LimitKind, LimitNote } from '~/api/limits'
import { formatCount, formatRounded } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'

export const kindNames = perLanguage(
  (): Record<LimitKind, string> => ({
    user: t('User'),
    address: t('Address'),
    application: t('Application'),
  }),
)

export const stateWords = perLanguage(
  (): Record<ChangeState, { tone: Tone; words: string }> => ({
    waiting: { tone: 'busy', words: t('waiting') },
    done: { tone: 'good', words: t('done') },
    failed: { tone: 'bad', words: t('failed') },
    superseded: { tone: 'off', words: t('overtaken') },
  }),
)

export const noteTexts = perLanguage(
  (): Record<LimitNote, string> => ({
    not_seen: t('No call of this name was seen in the last minute. Check the name.'),
    nothing_refused: t('Nothing would have been refused: there were fewer calls than this.'),
    several_users: t('Several users would be limited together.'),
    nearly_all: t(
      'Nearly all of the namenodes’ time goes to these calls. Check that they are not wanted.',
    ),
  }),
)

/** Calls a second: digits behind the point where there are few. */
export function formatRate(perSecond: number): string {
  return `${perSecond < 10 ? Math.round(perSecond * 10) / 10 : formatCount(Math.round(perSecond))}/s`
}

export function formatMean(timeMs: number): string {
  return `${timeMs < 10 ? formatRounded(timeMs, 2) : formatCount(Math.round(timeMs))} ms`
}
