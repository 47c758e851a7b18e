import type { AlertChannel, AlertDelivery, AlertDeliveryState } from '~/api/alerts'
import { formatCount } from '~/format/count'
import type { Tone } from '~/ui/StatusDot'

export const STATE_WORDS: Record<AlertDeliveryState, string> = {
  queued: 'waiting',
  delivered: 'delivered',
  given_up: 'given up',
}

export const STATE_TONES: Record<AlertDeliveryState, Tone> = {
  queued: 'busy',
  delivered: 'good',
  given_up: 'bad',
}

/** What a channel tells: "errors and warnings of 3 checks". */
export function toldBy({ verdicts, checks }: AlertChannel): string {
  const kinds = verdicts.join(', ')
  if (checks.length === 0) return `${kinds}, of all checks`
  return `${kinds}, of ${formatCount(checks.length)} ${checks.length === 1 ? 'check' : 'checks'}`
}

export function quietOf({ quiet_from, quiet_until }: AlertChannel): string {
  return quiet_from !== null && quiet_until !== null ? `${quiet_from}–${quiet_until} UTC` : 'never'
}

/** What became of the last attempt, in a line. */
export function outcomeOf({ error, status, answer }: AlertDelivery): string {
  if (error !== '') return answer === '' ? error : `${error} “${answer}”`
  const code = status === null ? '' : `Answer ${status}`
  return [code, answer && `“${answer}”`].filter(Boolean).join(': ')
}
