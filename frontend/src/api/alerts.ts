import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import { refetchMs } from './live'
import type {
  AlertChannel,
  AlertChannelKind,
  AlertChannels,
  AlertChannelWriteRequest,
  AlertDelivery,
  AlertDeliveryState,
  AlertVerdict,
  Bell,
  BellNotice,
} from './schema'

export type {
  AlertChannel,
  AlertChannelKind,
  AlertChannels,
  AlertChannelWriteRequest,
  AlertDelivery,
  AlertDeliveryState,
  AlertVerdict,
  Bell,
  BellNotice,
}

export const DELIVERY_PAGE_ROWS = 25
export const DELIVERY_STATES = [
  'queued',
  'delivered',
  'given_up',
] as const satisfies AlertDeliveryState[]
export const ALERT_VERDICTS = ['error', 'warning', 'unknown'] as const satisfies AlertVerdict[]

const LOG_REFETCH_MS = 5_000
const BELL_REFETCH_MS = 15_000

export const alertKeys = {
  all: ['alerts'] as const,
  bell: ['alerts', 'bell'] as const,
}

export function channelsQuery() {
  return queryOptions({
    queryKey: [...alertKeys.all, 'channels'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/alerts/channels', { signal })),
  })
}

export type DeliveryFilter = {
  channel?: number | undefined
  state?: AlertDeliveryState | undefined
  cursor?: string | undefined
}

export function deliveriesQuery(filter: DeliveryFilter) {
  return queryOptions({
    queryKey: [...alertKeys.all, 'deliveries', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/alerts/deliveries', {
          params: { query: { ...filter, limit: DELIVERY_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: () => refetchMs('deliveries', LOG_REFETCH_MS),
  })
}

export function createChannel(body: AlertChannelWriteRequest) {
  return answerOf(api.POST('/api/v1/alerts/channels', { body }))
}

export function readChannel({ id }: AlertChannel) {
  const params = { path: { channel_id: id } }
  return answerOf(api.GET('/api/v1/alerts/channels/{channel_id}', { params }))
}

/** Changes a channel that is still in the state that was seen. */
export function updateChannel(seen: AlertChannel, body: AlertChannelWriteRequest) {
  const params = { path: { channel_id: seen.id }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PUT('/api/v1/alerts/channels/{channel_id}', { params, body }))
}

export function deleteChannel(id: number) {
  const params = { path: { channel_id: id } }
  return done(api.DELETE('/api/v1/alerts/channels/{channel_id}', { params }))
}

export function renewSecret(id: number) {
  const params = { path: { channel_id: id } }
  return answerOf(api.POST('/api/v1/alerts/channels/{channel_id}/secret', { params }))
}

export function testChannel(id: number) {
  const params = { path: { channel_id: id } }
  return answerOf(api.POST('/api/v1/alerts/channels/{channel_id}/test', { params }))
}

export function bellQuery() {
  return queryOptions({
    queryKey: alertKeys.bell,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/alerts/bell', { signal })),
    refetchInterval: () => refetchMs('alerts', BELL_REFETCH_MS),
  })
}

export function markRead(upTo: number) {
  return done(api.POST('/api/v1/alerts/bell/read', { body: { up_to: upTo } }))
}
