const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export function formatCount(count: number): string {
  return whole.format(count)
}

/** Exact below 100,000, then "1.2M": for tiles, where the exact number is in the title. */
export function formatCountShort(count: number): string {
  return Math.abs(count) < 100_000 ? whole.format(count) : compact.format(count)
}

const IRREGULAR: Record<string, string> = {
  directory: 'directories',
  entry: 'entries',
  match: 'matches',
}

/** "1 file", "2 files", "3 entries". */
export function plural(count: number, noun: string): string {
  const word = count === 1 ? noun : (IRREGULAR[noun] ?? `${noun}s`)
  return `${formatCount(count)} ${word}`
}

/** A share of a whole as a percentage; tiny but real shares never read as zero. */
export function formatShare(part: number, whole_: number): string {
  if (whole_ <= 0) return '0 %'
  const percent = (part / whole_) * 100
  if (percent > 0 && percent < 0.1) return '< 0.1 %'
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`
}
