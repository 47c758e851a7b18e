import type { HealthCheck, HealthChecks, HealthVerdict } from '~/api/health'
import { formatCount } from '~/format/count'

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
  if (verdict === 'ok') return 'All is well'
  const parts = [
    errors > 0 && `${formatCount(errors)} ${errors === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${formatCount(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`,
    unknowns > 0 && `${formatCount(unknowns)} unknown`,
  ]
  return parts.filter(Boolean).join(', ')
}
