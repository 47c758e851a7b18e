import type { HealthVerdict } from '~/api/health'
import type { Tone } from './StatusDot'

export const VERDICT_TONES: Record<HealthVerdict, Tone> = {
  ok: 'good',
  warning: 'busy',
  error: 'bad',
  unknown: 'off',
}
