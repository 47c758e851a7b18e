import type { QuotaLimit, QuotaSort, QuotaUse } from '~/api/quotas'

export const sortNames: Record<QuotaSort, string> = {
  used: 'Fullest first',
  full_on: 'Soonest full first',
  path: 'By path',
  space: 'Most space first',
  names: 'Most names first',
  growth: 'Fastest growing first',
}

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

export const urgencyColours: Record<Urgency, string> = {
  full: 'red',
  soon: 'orange',
  room: 'var(--warren-bar)',
}

/** "12 of 40"; without a limit what is used. */
export function limitText({ quota, used }: QuotaLimit, format: (value: number) => string): string {
  return quota === null ? format(used) : `${format(used)} of ${format(quota)}`
}

/** "+3 GiB a day"; undefined where that is not known. */
export function growthText(aDay: number | null, format: (value: number) => string) {
  if (aDay === null) return undefined
  if (aDay === 0) return 'no change'
  return `${aDay > 0 ? '+' : '−'}${format(Math.abs(aDay))}`
}
