import type { ClusterEvent, ClusterEventKind } from '~/api/cluster'
import { plural } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'

const kindLabels = perLanguage(
  (): Record<ClusterEventKind, string> => ({
    leader_changed: t('Leader changed'),
    namenode_evicted: t('Namenode evicted'),
    namenode_left: t('Namenode left'),
    namenode_joined: t('Namenode joined'),
    subtree_lock_broken: t('Subtree lock broken'),
  }),
)

export function eventKindLabel(kind: ClusterEventKind): string {
  return kindLabels()[kind]
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
  const related =
    event.related ??
    (event.related_id === null
      ? t('nobody')
      : t('id {related_id}', { related_id: event.related_id }))
  switch (event.cause) {
    case 'started':
      return t('It was started')
    case 'rejoined':
      return t('It found itself evicted as id {related_id} and joined again', {
        related_id: event.related_id ?? '–',
      })
    case 'stopped':
      return t('It was stopped')
    case 'missed_heartbeats':
      return t('It missed {heartbeats}, as {observer} saw it', {
        heartbeats: plural(event.missed_heartbeats, 'heartbeat'),
        observer: event.observer,
      })
    case 'process_ended':
      return t('Its process had ended without leaving')
    case 'no_leader':
      return t('There was no leader before')
    case 'leader_left':
      return t('The leader before, {related}, was stopped', { related })
    case 'leader_evicted':
      return t('The leader before, {related}, was evicted', { related })
    case 'leader_unknown':
      return t('The leader before, {related}, is gone; how is not known any more', { related })
    case 'owner_gone':
      return t('{event} of {related}, which is gone; broken by {observer}', {
        event: operation(event),
        related,
        observer: event.observer,
      })
    case 'owner_failed':
      return t('{event} of {related} failed and left it', { event: operation(event), related })
  }
}

function operation(event: ClusterEvent): string {
  return event.operation === null
    ? t('An operation')
    : t('The {operation}', { operation: event.operation })
}
