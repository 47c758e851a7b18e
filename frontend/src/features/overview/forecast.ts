import type { Forecast } from '~/api/figures'
import { formatBytes } from '~/format/bytes'
import { plural } from '~/format/count'
import { formatDate } from '~/format/time'
import { t } from '~/i18n/t'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** What the forecast is made from: "23 days"; undefined where there is none. */
export function basisOf({ measured_from, measured_to }: Forecast): string | undefined {
  if (!measured_from || !measured_to) return undefined
  const hours = Math.floor((Date.parse(measured_to) - Date.parse(measured_from)) / HOUR_MS)
  return hours < 2 * DAY_HOURS
    ? plural(hours, 'hour')
    : plural(Math.floor(hours / DAY_HOURS), 'day')
}

/** "Full on 03 Jan 2027 (from 23 days)"; undefined where the disks do not fill, or nobody knows. */
export function fullOnText(forecast: Forecast): string | undefined {
  const basis = basisOf(forecast)
  if (!forecast.full_at || !basis) return undefined
  return t('Full on {full_at} (from {basis})', { full_at: formatDate(forecast.full_at), basis })
}

/** How full the disks of the cluster are, how fast they fill, and when that ends. */
export function forecastSentence(forecast: Forecast): string | undefined {
  const { capacity_bytes, remaining_bytes, bytes_per_day, full_at } = forecast
  if (!capacity_bytes || remaining_bytes === null) return undefined
  const room = t('The disks have {remaining_bytes} free of {capacity_bytes}', {
    remaining_bytes: formatBytes(remaining_bytes),
    capacity_bytes: formatBytes(capacity_bytes),
  })
  const basis = basisOf(forecast)
  if (bytes_per_day === null || !basis) return `${room}.`
  if (bytes_per_day <= 0)
    return t('{room}, and did not get fuller in the last {basis}.', { room, basis })
  const pace = t('{bytes_per_day} more were taken a day in the last {basis}', {
    bytes_per_day: formatBytes(bytes_per_day),
    basis,
  })
  return full_at
    ? t('{room}. {pace}: full on {full_at} if that goes on.', {
        room,
        pace,
        full_at: formatDate(full_at),
      })
    : t('{room}. {pace}: full in more than ten years if that goes on.', { room, pace })
}
