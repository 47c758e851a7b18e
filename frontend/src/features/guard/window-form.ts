import type { FormRulesRecord } from '@mantine/form'
import type { FreezeWindow, FreezeWindowWriteRequest } from '~/api/guard'
import type { JobKind } from '~/api/jobs'
import { plural } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { checkPath } from './KindsAndPath'

export const weekdays = perLanguage(() => [
  t('Mon'),
  t('Tue'),
  t('Wed'),
  t('Thu'),
  t('Fri'),
  t('Sat'),
  t('Sun'),
])
const HOUR_MINUTES = 60

/** What the editor holds. Times are UTC: `2026-11-27T22:00` and `22:00`. */
export type WindowForm = {
  name: string
  repeats: 'once' | 'weekly'
  startsAt: string
  endsAt: string
  weekdays: string[]
  start: string
  hours: number | string
  kinds: JobKind[]
  path: string
  holdsRunning: boolean
}

export function formOf(window: FreezeWindow | undefined): WindowForm {
  const start = window?.start_minute ?? null
  const duration = window?.duration_minutes ?? null
  return {
    name: window?.name ?? '',
    repeats: start === null ? 'once' : 'weekly',
    startsAt: window?.starts_at?.slice(0, 16) ?? '',
    endsAt: window?.ends_at?.slice(0, 16) ?? '',
    weekdays: (window?.weekdays ?? []).map(String),
    start: start === null ? '' : clockOf(start),
    hours: duration === null ? '' : duration / HOUR_MINUTES,
    kinds: window?.kinds ?? [],
    path: window?.path_prefix ?? '',
    holdsRunning: window?.holds_running ?? false,
  }
}

export const checkForm: FormRulesRecord<WindowForm> = {
  name: (name) => (name.trim() === '' ? t('Name it') : null),
  path: checkPath,
  startsAt: (at, { repeats }) => (repeats === 'once' && at === '' ? t('Give a time') : null),
  endsAt: (at, { repeats, startsAt }) => {
    if (repeats === 'weekly') return null
    if (at === '') return t('Give a time')
    return at <= startsAt ? t('Ends before it starts') : null
  },
  weekdays: (days, { repeats }) =>
    repeats === 'weekly' && days.length === 0 ? t('Choose at least one') : null,
  start: (start, { repeats }) => (repeats === 'weekly' && start === '' ? t('Give a time') : null),
  hours: (hours, { repeats }) => (repeats === 'weekly' && hours === '' ? t('Give a number') : null),
}

export function requestOf(form: WindowForm): FreezeWindowWriteRequest {
  const shared = {
    name: form.name.trim(),
    kinds: form.kinds,
    path_prefix: form.path.trim() || null,
    holds_running: form.holdsRunning,
  }
  if (form.repeats === 'once') {
    return { ...shared, starts_at: `${form.startsAt}:00Z`, ends_at: `${form.endsAt}:00Z` }
  }
  const [hours = 0, minutes = 0] = form.start.split(':').map(Number)
  return {
    ...shared,
    weekdays: form.weekdays.map(Number),
    start_minute: hours * HOUR_MINUTES + minutes,
    duration_minutes: Math.max(1, Math.round(Number(form.hours) * HOUR_MINUTES)),
  }
}

/** When a window holds: "Fri, Sat from 22:00 for 8 hours". */
export function whenOf(window: FreezeWindow): string {
  const { starts_at, ends_at, start_minute, duration_minutes } = window
  if (starts_at !== null && ends_at !== null) {
    return t('{starts_at} to {ends_at}', {
      starts_at: formatDateTime(starts_at),
      ends_at: formatDateTime(ends_at),
    })
  }
  const days = window.weekdays.map((day) => weekdays()[day]).join(', ')
  const hours = Number(((duration_minutes ?? 0) / HOUR_MINUTES).toFixed(2))
  return t('{days} from {start_minute} for {hours}', {
    days,
    start_minute: clockOf(start_minute ?? 0),
    hours: plural(hours, 'hour'),
  })
}

function clockOf(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
