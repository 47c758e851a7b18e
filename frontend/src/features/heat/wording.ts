import type { HeatKind, HeatWindow } from '~/api/heat'
import { formatDecimal } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'

export const windowNames: Record<HeatWindow, string> = {
  '10s': '10 s',
  '1m': '1 min',
  '10m': '10 min',
  '1h': '1 h',
}

export const kindNames = perLanguage(
  (): Record<HeatKind, { one: string; many: string }> => ({
    user: { one: t('User'), many: t('Users') },
    directory: { one: t('Directory'), many: t('Directories') },
    application: { one: t('Application'), many: t('Applications') },
    address: { one: t('Address'), many: t('Addresses') },
    operation: { one: t('Call'), many: t('Calls') },
    path: { one: t('Path'), many: t('Paths') },
  }),
)

/** Below a second the digits behind the point matter. */
export function formatTime(timeMs: number): string {
  return timeMs < 1_000
    ? `${formatDecimal(timeMs, timeMs < 10 ? 1 : 0)} ms`
    : `${formatDecimal(timeMs / 1_000, timeMs < 10_000 ? 1 : 0)} s`
}

/** How long one call waited for a handler, as a mean; nothing where there was no call. */
export function formatWaiting({ waited_ms, calls }: { waited_ms: number; calls: number }): string {
  return calls === 0 ? '–' : formatTime(waited_ms / calls)
}

export function formatPart(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 1 ? '< 1 %' : `${Math.round(percent)} %`
}
