import type { MantineColor } from '@mantine/core'
import type { QuotaLimit, QuotaSort, QuotaUse } from '~/api/quotas'
import { perLanguage, t } from '~/i18n/t'

export const sortNames = perLanguage(
  (): Record<QuotaSort, string> => ({
    used: t('Fullest first'),
    full_on: t('Soonest full first'),
    path: t('By path'),
    space: t('Most space first'),
    names: t('Most names first'),
    growth: t('Fastest growing first'),
  }),
)

const NEARLY_FULL = 0.8
const SOON_MS = 30 * 24 * 3_600_000

export type Urgency = 'full' | 'soon' | 'room'

/** Whether a limit is met, will be soon (or nearly is), or has room. */
export function urgencyOf(
  { used_share, full_on }: Pick<QuotaUse, 'used_share' | 'full_on'>,
  nowMs: number,
): Urgency {
  if (used_share >= 1) return 'full'
  const soon = full_on !== null && Date.parse(full_on) - nowMs <= SOON_MS
  return used_share >= NEARLY_FULL || soon ? 'soon' : 'room'
}

export const urgencyColours: Record<Urgency, MantineColor> = {
  full: 'red',
  soon: 'orange',
  room: 'var(--warren-bar)',
}

/** "12 of 40"; without a limit what is used. */
export function limitText({ quota, used }: QuotaLimit, format: (value: number) => string): string {
  return quota === null
    ? format(used)
    : t('{used} of {quota}', { used: format(used), quota: format(quota) })
}

/** "+3 GiB a day"; undefined where that is not known. */
export function growthText(aDay: number | null, format: (value: number) => string) {
  if (aDay === null) return undefined
  if (aDay === 0) return t('no change')
  return `${aDay > 0 ? '+' : '−'}${format(Math.abs(aDay))}`
}
