import type { UsageBy, UsageMeasure, UsagePrice, UsageSpan, Used } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'

export const measureNames: Record<UsageMeasure, string> = {
  space: 'Space',
  length: 'Length',
  files: 'Files',
}

export const spanNames: Record<UsageSpan, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
}

export const byNames: Record<UsageBy, string> = {
  owner: 'Owner',
  group: 'Group',
  extension: 'Extension',
  age: 'Age',
  policy: 'Policy',
  type: 'Type',
}

const ageNames: Record<string, string> = {
  days_30: 'Under 30 days',
  days_90: '30 to 90 days',
  year_1: '90 days to a year',
  years_2: '1 to 2 years',
  older: 'Over 2 years',
}

/** A group of files in words. */
export function groupName(by: UsageBy, key: string | null): string {
  if (key === null) return by === 'extension' ? 'No extension' : 'None'
  if (by === 'type') return key === 'DATABASE' ? 'Database' : key
  return by === 'age' ? (ageNames[key] ?? key) : key
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

const TERABYTE = 10 ** 12
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What space costs a month: "1,234.50 EUR"; small but real costs never read as nothing. */
export function formatCost(spaceBytes: number, { per_tb_month, currency }: UsagePrice): string {
  const cost = (spaceBytes / TERABYTE) * per_tb_month
  const amount = cost > 0 && cost < 0.01 ? '< 0.01' : money.format(cost)
  return currency ? `${amount} ${currency}` : amount
}

/** The mean length of the files; undefined without any. */
export function averageBytes(of: Pick<Used, 'files' | 'length_bytes'>): number | undefined {
  return of.files > 0 ? of.length_bytes / of.files : undefined
}

/** A statement that lists the largest files below a directory. */
export function statementFor(path: string): string {
  const below = path === '/' ? '/' : `${path}/`
  return `SELECT path, owner, size_bytes, space_bytes, mtime
FROM inodes
WHERE kind = 'file' AND starts_with(path, '${below.replaceAll("'", "''")}')
ORDER BY space_bytes DESC
LIMIT 100`
}
