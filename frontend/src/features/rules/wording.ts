import type { Rule, RuleEvery, RuleRunState } from '~/api/rules'
import { describeParameters, kindLabel } from '~/features/jobs/wording'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

export const EVERY_LABELS: Record<RuleEvery, string> = {
  hand: 'By hand',
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
}

/** When a rule runs: "Mondays at 03:00". */
export function scheduleOf({ every, hour, weekday, day, enabled }: Rule): string {
  if (every === 'hand') return 'by hand'
  const at = `at ${String(hour).padStart(2, '0')}:00`
  const on = {
    day: 'daily',
    week: `${WEEKDAYS[weekday ?? 0]}s`,
    month: `monthly on day ${day ?? 1}`,
  }[every]
  return `${on} ${at}${enabled ? '' : ' (off)'}`
}

/** What it does: "Change owner: owner archive". */
export function actionOf({ kind, parameters }: Rule): string {
  const how = describeParameters(kind, parameters)
  return how ? `${kindLabel(kind)}: ${how}` : kindLabel(kind)
}

export const RUN_STATES: Record<RuleRunState, { label: string; color: string }> = {
  planning: { label: 'Dry run', color: 'blue' },
  acting: { label: 'Acting', color: 'blue' },
  planned: { label: 'Dry run done', color: 'gray' },
  done: { label: 'Done', color: 'moss' },
  stopped: { label: 'Stopped', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
  skipped: { label: 'Skipped', color: 'gray' },
}

/** Why this user can't change, run or arm a rule; undefined when he can. */
export function ownRefusal(rule: Rule, username: string): string | undefined {
  return rule.owner === username
    ? undefined
    : `It acts in the name of ${rule.owner}, who changes it`
}
