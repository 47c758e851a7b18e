import { formatLanguage, perLanguage, t } from '~/i18n/t'

const whole = perLanguage(
  () => new Intl.NumberFormat(formatLanguage(), { maximumFractionDigits: 0 }),
)
const compact = perLanguage(
  () => new Intl.NumberFormat(formatLanguage(), { notation: 'compact', maximumFractionDigits: 1 }),
)

export function formatCount(count: number): string {
  return whole().format(count)
}

/** Exact below 100,000, then "1.2M": for tiles, where the exact number is in the title. */
export function formatCountShort(count: number): string {
  return Math.abs(count) < 100_000 ? whole().format(count) : compact().format(count)
}

/** A number with so many digits behind the point, by the rules of the language: "1.5", "1,5". */
export function formatDecimal(value: number, digits: number): string {
  return new Intl.NumberFormat(formatLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

/** The same with no zeros at its end: "1.5", "2". */
export function formatRounded(value: number, digitsMax: number): string {
  return new Intl.NumberFormat(formatLanguage(), {
    maximumFractionDigits: digitsMax,
    useGrouping: false,
  }).format(value)
}

/** What is counted, as each language has it for one and for more. */
const COUNTED = {
  block: (count: number) => t('{count, plural, one {# block} other {# blocks}}', { count }),
  byte: (count: number) => t('{count, plural, one {# byte} other {# bytes}}', { count }),
  call: (count: number) => t('{count, plural, one {# call} other {# calls}}', { count }),
  check: (count: number) => t('{count, plural, one {# check} other {# checks}}', { count }),
  child: (count: number) => t('{count, plural, one {# child} other {# children}}', { count }),
  connection: (count: number) =>
    t('{count, plural, one {# connection} other {# connections}}', { count }),
  'corrupt replica': (count: number) =>
    t('{count, plural, one {# corrupt replica} other {# corrupt replicas}}', { count }),
  datanode: (count: number) =>
    t('{count, plural, one {# datanode} other {# datanodes}}', { count }),
  day: (count: number) => t('{count, plural, one {# day} other {# days}}', { count }),
  deletion: (count: number) =>
    t('{count, plural, one {# deletion} other {# deletions}}', { count }),
  directory: (count: number) =>
    t('{count, plural, one {# directory} other {# directories}}', { count }),
  entry: (count: number) => t('{count, plural, one {# entry} other {# entries}}', { count }),
  error: (count: number) => t('{count, plural, one {# error} other {# errors}}', { count }),
  file: (count: number) => t('{count, plural, one {# file} other {# files}}', { count }),
  heartbeat: (count: number) =>
    t('{count, plural, one {# heartbeat} other {# heartbeats}}', { count }),
  hour: (count: number) => t('{count, plural, one {# hour} other {# hours}}', { count }),
  'lacking replica': (count: number) =>
    t('{count, plural, one {# replica lacking} other {# replicas lacking}}', { count }),
  match: (count: number) => t('{count, plural, one {# match} other {# matches}}', { count }),
  other: (count: number) => t('{count, plural, one {# other} other {# others}}', { count }),
  row: (count: number) => t('{count, plural, one {# row} other {# rows}}', { count }),
  shard: (count: number) => t('{count, plural, one {# shard} other {# shards}}', { count }),
  snapshot: (count: number) =>
    t('{count, plural, one {# snapshot} other {# snapshots}}', { count }),
  warning: (count: number) => t('{count, plural, one {# warning} other {# warnings}}', { count }),
}
export type Counted = keyof typeof COUNTED

/** "1 file", "2 files", "3 entries". */
export function plural(count: number, noun: Counted): string {
  return COUNTED[noun](count)
}

/** For a bar: without the powers of ten that ARIA has no number for, of the tiniest shares. */
export function percentOf(part: number, whole_: number): number {
  return whole_ > 0 ? Math.round((part / whole_) * 10_000) / 100 : 0
}

/** A share of a whole as a percentage; tiny but real shares never read as zero. */
export function formatShare(part: number, whole_: number): string {
  if (whole_ <= 0) return '0 %'
  const percent = (part / whole_) * 100
  if (percent > 0 && percent < 0.1) return `< ${formatDecimal(0.1, 1)} %`
  return `${formatDecimal(percent, percent < 10 ? 1 : 0)} %`
}
