import type { HeatKind, HeatWindow } from '~/api/heat'

export const windowNames: Record<HeatWindow, string> = {
  '10s': '10 s',
  '1m': '1 min',
  '10m': '10 min',
  '1h': '1 h',
}

export const kindNames: Record<HeatKind, { one: string; many: string }> = {
  user: { one: 'User', many: 'Users' },
  directory: { one: 'Directory', many: 'Directories' },
  application: { one: 'Application', many: 'Applications' },
  address: { one: 'Address', many: 'Addresses' },
  operation: { one: 'Call', many: 'Calls' },
  path: { one: 'Path', many: 'Paths' },
}

/** Below a second the digits behind the point matter. */
export function formatTime(timeMs: number): string {
  return timeMs < 1_000
    ? `${timeMs < 10 ? timeMs.toFixed(1) : Math.round(timeMs)} ms`
    : `${(timeMs / 1_000).toFixed(timeMs < 10_000 ? 1 : 0)} s`
}

/** How long one call waited for a handler, as a mean; nothing where there was no call. */
export function formatWaiting({ waited_ms, calls }: { waited_ms: number; calls: number }): string {
  return calls === 0 ? '–' : formatTime(waited_ms / calls)
}

export function formatPart(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 1 ? '< 1 %' : `${Math.round(percent)} %`
}
