import { formatLanguage, perLanguage, t } from '~/i18n/t'
import { formatDecimal } from './count'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MONTH_MS = 30 * DAY_MS

/**
 * Times are shown and asked for in UTC, as files, statements and logs have them: two operators who
 * talk about an hour mean the same one, wherever they sit.
 */
const dateFormat = perLanguage(
  () =>
    new Intl.DateTimeFormat(formatLanguage() === 'en' ? 'en-GB' : formatLanguage(), {
      timeZone: 'UTC',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
    }),
)
const dayFormat = perLanguage(
  () =>
    new Intl.DateTimeFormat(formatLanguage(), {
      timeZone: 'UTC',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
)

/**
 * How long ago something was, in its largest unit: "now", "4 s ago", "3 min ago", "2 h ago",
 * "5 d ago"; a date from thirty days on. Clocks that disagree by a little read as "now".
 */
export function formatAge(time: string, nowMs: number): string {
  const thenMs = Date.parse(time)
  if (Number.isNaN(thenMs)) return t('unknown')
  const ageMs = nowMs - thenMs
  if (ageMs < -MINUTE_MS) return formatDate(time)
  if (ageMs < SECOND_MS) return t('now')
  if (ageMs < MINUTE_MS) return t('{age} ago', { age: `${Math.floor(ageMs / SECOND_MS)} s` })
  if (ageMs < HOUR_MS) return t('{age} ago', { age: `${Math.floor(ageMs / MINUTE_MS)} min` })
  if (ageMs < DAY_MS) return t('{age} ago', { age: `${Math.floor(ageMs / HOUR_MS)} h` })
  if (ageMs < MONTH_MS) return t('{age} ago', { age: `${Math.floor(ageMs / DAY_MS)} d` })
  return formatDate(time)
}

/** How far ahead a time is: "in 3 d"; "expired" once it has passed. */
export function formatUntil(time: string, nowMs: number): string {
  const leftMs = Date.parse(time) - nowMs
  if (Number.isNaN(leftMs)) return t('unknown')
  if (leftMs <= 0) return t('expired')
  if (leftMs < HOUR_MS) return t('in {time}', { time: `${Math.ceil(leftMs / MINUTE_MS)} min` })
  if (leftMs < DAY_MS) return t('in {time}', { time: `${Math.ceil(leftMs / HOUR_MS)} h` })
  return t('in {time}', { time: `${Math.ceil(leftMs / DAY_MS)} d` })
}

export function formatDate(time: string): string {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? t('unknown') : dateFormat().format(ms)
}

/** Date and time to the second, as used in tables: "2026-11-21 08:00:00", "21.11.2026 08:00:00". */
export function formatDateTime(time: string): string {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) return t('unknown')
  // English has no one way to write a date in digits: that of files and logs stands for it.
  const iso = new Date(ms).toISOString()
  const day = formatLanguage() === 'en' ? iso.slice(0, 10) : dayFormat().format(ms)
  return `${day} ${iso.slice(11, 19)}`
}

/** The time of a day, for axes within one: "08:00:00". */
export function formatTimeOfDay(time: string): string {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? t('unknown') : new Date(ms).toISOString().slice(11, 19)
}

/** A span: "0.4 s", "12 s", "3 min 05 s", "2 h 10 min". */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs)
  if (ms < 950) return `${Math.round(ms)} ms`
  if (ms < 9_950) return `${formatDecimal(ms / SECOND_MS, 1)} s`
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`
  if (ms < HOUR_MS) {
    const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
    return `${Math.floor(ms / MINUTE_MS)} min ${String(seconds).padStart(2, '0')} s`
  }
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`
}

/** Midnight of a calendar day ("2026-11-21") as the ISO instant the API takes. */
export function startOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The first instant after a calendar day: the exclusive end of a range of days. */
export function startOfNextDay(day: string): string | undefined {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(startMs) ? undefined : new Date(startMs + DAY_MS).toISOString()
}
