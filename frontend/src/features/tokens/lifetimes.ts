import { perLanguage, t } from '~/i18n/t'

const DAY_MS = 86_400_000

/** For how long a token can be valid, in days. */
export const lifetimes = perLanguage(() => [
  { value: '1', label: t('1 day') },
  { value: '7', label: t('7 days') },
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
])

/** When so many days from now are over, as the API has times. */
export function untilIn(days: string): string {
  return new Date(Date.now() + Number(days) * DAY_MS).toISOString()
}
