import type { Rule, RuleEvery, RuleRunState } from '~/api/rules'
import { describeParameters, kindLabel } from '~/features/jobs/wording'
import { perLanguage, t } from '~/i18n/t'

export const weekdays = perLanguage(() => [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
])

export const everyLabels = perLanguage(
  (): Record<RuleEvery, string> => ({
    hand: t('By hand'),
    day: t('Daily'),
    week: t('Weekly'),
    month: t('Monthly'),
  }),
)

/** When a rule runs: "Mondays at 03:00". */
export function scheduleOf({ every, hour, weekday, day, enabled }: Rule): string {
  if (every === 'hand') return t('by hand')
  const time = `${String(hour).padStart(2, '0')}:00`
  const when = {
    day: () => t('daily at {time}', { time }),
    week: () => t('{weekday}s at {time}', { weekday: weekdays()[weekday ?? 0] ?? '', time }),
    month: () => t('monthly on day {day} at {time}', { day: day ?? 1, time }),
  }[every]()
  return enabled ? when : t('{when} (off)', { when })
}

/** What it does: "Change owner: owner archive". */
export function actionOf({ kind, parameters }: Rule): string {
  const how = describeParameters(kind, parameters)
  return how ? `${kindLabel(kind)}: ${how}` : kindLabel(kind)
}

export const runStates = perLanguage(
  (): Record<RuleRunState, { label: string; color: string }> => ({
    planning: { label: t('Dry run'), color: 'blue' },
    acting: { label: t('Acting'), color: 'blue' },
    planned: { label: t('Dry run done'), color: 'gray' },
    done: { label: t('Done'), color: 'moss' },
    stopped: { label: t('Stopped'), color: 'orange' },
    failed: { label: t('Failed'), color: 'red' },
    skipped: { label: t('Skipped'), color: 'gray' },
  }),
)

/** Why this user can't change, run or arm a rule; undefined when he can. */
export function ownRefusal(rule: Rule, username: string): string | undefined {
  return rule.owner === username
    ? undefined
    : t('It acts in the name of {owner}, who changes it', { owner: rule.owner })
}
