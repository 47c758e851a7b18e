import type { HealthCheck, HealthChecks, HealthVerdict } from '~/api/health'
import { formatCount, plural } from '~/format/count'
import { t } from '~/i18n/t'

const ORDER: Record<HealthVerdict, number> = { error: 0, warning: 1, unknown: 2, ok: 3 }

/** The worst first; muted ones after all others of their kind that are not well. */
export function worstFirst(checks: HealthCheck[]): HealthCheck[] {
  const rank = ({ verdict, mute }: HealthCheck) =>
    ORDER[verdict] + (mute !== null && verdict !== 'ok' ? 2.5 : 0)
  return [...checks].sort((one, other) => rank(one) - rank(other))
}

/** Those that make the verdict what it is. */
export function failing(checks: HealthChecks): HealthCheck[] {
  return worstFirst(checks.items).filter(({ verdict, mute }) => verdict !== 'ok' && mute === null)
}

/** The verdict of the whole, in a line. */
export function headline({ verdict, errors, warnings, unknowns }: HealthChecks): string {
  if (verdict === 'ok') return t('All is well')
  const parts = [
    errors > 0 && plural(errors, 'error'),
    warnings > 0 && plural(warnings, 'warning'),
    unknowns > 0 && t('{unknowns} unknown', { unknowns: formatCount(unknowns) }),
  ]
  return parts.filter(Boolean).join(', ')
}
