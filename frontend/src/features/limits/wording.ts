import type { LimitKind, LimitNote, LimitState } from '~/api/limits'
import { formatCount } from '~/format/count'
import type { Tone } from '~/ui/StatusDot'

export const kindNames: Record<LimitKind, string> = {
  user: 'User',
  address: 'Address',
  application: 'Application',
}

export const stateWords: Record<LimitState, { tone: Tone; words: string }> = {
  waiting: { tone: 'busy', words: 'waiting' },
  done: { tone: 'good', words: 'done' },
  failed: { tone: 'bad', words: 'failed' },
  superseded: { tone: 'off', words: 'overtaken' },
}

export const noteTexts: Record<LimitNote, string> = {
  not_seen: 'No call of this name was seen in the last minute. Check the name.',
  nothing_refused: 'Nothing would have been refused: there were fewer calls than this.',
  several_users: 'Several users would be limited together.',
  nearly_all:
    'Nearly all of the namenodes’ time goes to these calls. Check that they are not wanted.',
}

/** Calls a second: digits behind the point where there are few. */
export function formatRate(perSecond: number): string {
  return `${perSecond < 10 ? Math.round(perSecond * 10) / 10 : formatCount(Math.round(perSecond))}/s`
}

export function formatMean(timeMs: number): string {
  return `${timeMs < 10 ? Math.round(timeMs * 100) / 100 : formatCount(Math.round(timeMs))} ms`
}
