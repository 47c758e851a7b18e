import type { AlertChannel, AlertDelivery, AlertDeliveryState } from '~/api/alerts'
import { plural } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'
import { verdictNames } from '~/ui/serverWords'

export const stateWords = perLanguage(
  (): Record<AlertDeliveryState, string> => ({
    queued: t('waiting'),
    delivered: t('delivered'),
    given_up: t('given up'),
  }),
)

export const STATE_TONES: Record<AlertDeliveryState, Tone> = {
  queued: 'busy',
  delivered: 'good',
  given_up: 'bad',
}

/** What a channel tells: "errors and warnings of 3 checks". */
export function toldBy({ verdicts, checks }: AlertChannel): string {
  const kinds = verdicts.map((verdict) => verdictNames()[verdict]).join(', ')
  if (checks.length === 0) return t('{kinds}, of all checks', { kinds })
  return t('{kinds}, of {checks}', { kinds, checks: plural(checks.length, 'check') })
}

export function quietOf({ quiet_from, quiet_until }: AlertChannel): string {
  return quiet_from !== null && quiet_until !== null
    ? `${quiet_from}–${quiet_until} UTC`
    : t('never')
}

/** What became of the last attempt, in a line. */
export function outcomeOf({ error, status, answer }: AlertDelivery): string {
  if (error !== '') return answer === '' ? error : `${error} “${answer}”`
  const code = status === null ? '' : t('Answer {status}', { status })
  return [code, answer && `“${answer}”`].filter(Boolean).join(': ')
}
