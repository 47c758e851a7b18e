import type { ClusterEvent, ClusterEventKind } from '~/api/cluster'
import { plural } from '~/format/count'
import type { Tone } from '~/ui/StatusDot'

const KIND_LABELS: Record<ClusterEventKind, string> = {
  leader_changed: 'Leader changed',
  namenode_evicted: 'Namenode evicted',
  namenode_left: 'Namenode left',
  namenode_joined: 'Namenode joined',
  subtree_lock_broken: 'Subtree lock broken',
}

export function eventKindLabel(kind: ClusterEventKind): string {
  return KIND_LABELS[kind]
}

const KIND_TONES: Record<ClusterEventKind, Tone> = {
  leader_changed: 'busy',
  namenode_evicted: 'bad',
  namenode_left: 'off',
  namenode_joined: 'good',
  subtree_lock_broken: 'bad',
}

export function eventTone(kind: ClusterEventKind): Tone {
  return KIND_TONES[kind]
}

/** Why it happened, as one short sentence without a full stop. */
export function describeCause(event: ClusterEvent): string {
  const related = event.related ?? (event.related_id === null ? 'nobody' : `id ${event.related_id}`)
  switch (event.cause) {
    case 'started':
      return 'It was started'
    case 'rejoined':
      return `It found itself evicted as id ${event.related_id} and joined again`
    case 'stopped':
      return 'It was stopped'
    case 'missed_heartbeats':
      return `It missed ${plural(event.missed_heartbeats, 'heartbeat')}, as ${event.observer} saw it`
    case 'process_ended':
      return 'Its process had ended without leaving'
    case 'no_leader':
      return 'There was no leader before'
    case 'leader_left':
      return `The leader before, ${related}, was stopped`
    case 'leader_evicted':
      return `The leader before, ${related}, was evicted`
    case 'leader_unknown':
      return `The leader before, ${related}, is gone; how is not known any more`
    case 'owner_gone':
      return `${operation(event)} of ${related}, which is gone; broken by ${event.observer}`
    case 'owner_failed':
      return `${operation(event)} of ${related} failed and left it`
  }
}

function operation(event: ClusterEvent): string {
  return event.operation === null ? 'An operation' : `The ${event.operation}`
}
