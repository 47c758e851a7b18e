import { formatRounded, plural } from './count'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const

/** A size for reading: three significant digits at most, binary units ("3.4 GiB"). */
export function formatBytes(bytes: number): string {
  let value = Math.abs(bytes)
  let unit = 0
  // 999.5 would round up to a four-digit number in the smaller unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  return `${bytes < 0 ? '−' : ''}${formatRounded(value, digits)} ${UNITS[unit]}`
}

/** The same size with nothing lost: "3,650,722,201 bytes". */
export function formatBytesExactly(bytes: number): string {
  return plural(bytes, 'byte')
}

const PARSED_UNITS: Record<string, number> = {
  '': 0,
  b: 0,
  k: 1,
  kb: 1,
  kib: 1,
  m: 2,
  mb: 2,
  mib: 2,
  g: 3,
  gb: 3,
  gib: 3,
  t: 4,
  tb: 4,
  tib: 4,
  p: 5,
  pb: 5,
  pib: 5,
}

/**
 * Reads what an operator types for a size ("512m", "1.5 TiB", "1,5 TiB", "4096") as whole bytes.
 * As in HDFS's own tools every unit is a power of 1024. Answers undefined for anything else.
 */
export function parseBytes(text: string): number | undefined {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*([a-z]*)\s*$/i.exec(text)
  if (!match) return undefined
  const power = PARSED_UNITS[(match[2] ?? '').toLowerCase()]
  if (power === undefined) return undefined
  const bytes = Math.round(Number(match[1]?.replace(',', '.')) * 1024 ** power)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}
