import type { Namenode } from '~/api/cluster'
import { StatusDot, type Tone } from './StatusDot'
import { namenodeStateNames } from './serverWords'

const TONES: Record<Namenode['state'], Tone> = {
  live: 'good',
  draining: 'busy',
  drained: 'off',
  stopped: 'off',
  dead: 'bad',
}

export function NamenodeStateDot({ state }: { state: Namenode['state'] }) {
  return <StatusDot tone={TONES[state]}>{namenodeStateNames()[state]}</StatusDot>
}
