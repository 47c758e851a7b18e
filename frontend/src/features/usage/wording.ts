import type { UsageBy, UsageMeasure, UsagePrice, UsageSpan, Used } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { formatCount, formatDecimal } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'

export const measureNames = perLanguage(
  (): Record<UsageMeasure, string> => ({
    space: t('Space'),
    length: t('Length'),
    files: t('Files'),
  }),
)

export const spanNames = perLanguage(
  (): Record<UsageSpan, string> => ({
    day: t('Day'),
    week: t('Week'),
    month: t('Month'),
    year: t('Year'),
  }),
)

export const byNames = perLanguage(
  (): Record<UsageBy, string> => ({
    owner: t('Owner'),
    group: t('Group'),
    extension: t('Extension'),
    age: t('Age'),
    policy: t('Policy'),
    type: t('Type'),
  }),
)

const ageNames = perLanguage(
  (): Record<string, string> => ({
    days_30: t('Under 30 days'),
    days_90: t('30 to 90 days'),
    year_1: t('90 days to a year'),
    years_2: t('1 to 2 years'),
    older: t('Over 2 years'),
  }),
)

/** A group of files in words. */
export function groupName(by: UsageBy, key: string | null): string {
  if (key === null) return by === 'extension' ? t('No extension') : t('None')
  if (by === 'type') return key === 'DATABASE' ? t('Database') : key
  return by === 'age' ? (ageNames()[key] ?? key) : key
}

export function measured(
  of: Pick<Used, 'files' | 'length_bytes' | 'space_bytes'>,
  by: UsageMeasure,
) {
  if (by === 'files') return of.files
  return by === 'length' ? of.length_bytes : of.space_bytes
}

export function formatMeasured(value: number, by: UsageMeasure): string {
  return by === 'files' ? formatCount(value) : formatBytes(value)
}

/** "+1.2 GiB" or "−3 MiB"; "±0" for no change. */
export function changeText(change: number, by: UsageMeasure): string {
  if (change === 0) return '±0'
  return `${change > 0 ? '+' : '−'}${formatMeasured(Math.abs(change), by)}`
}

const TERABYTE = 10 ** 12

/** What space costs a month: "1,234.50 EUR"; small but real costs never read as nothing. */
export function formatCost(spaceBytes: number, { per_tb_month, currency }: UsagePrice): string {
  const cost = (spaceBytes / TERABYTE) * per_tb_month
  const amount = cost > 0 && cost < 0.01 ? `< ${formatDecimal(0.01, 2)}` : formatDecimal(cost, 2)
  return currency ? `${amount} ${currency}` : amount
}

/** The mean length of the files; undefined without any. */
export function averageBytes(of: Pick<Used, 'files' | 'length_bytes'>): number | undefined {
  return of.files > 0 ? of.length_bytes / of.files : undefined
}
