import type { HttpHandler } from 'msw'
import type { AlertChannel, AlertChannelWriteRequest, AlertDelivery } from '~/api/alerts'
import { changedMeanwhile, http, newTag, notFound, pageOf, problem } from './http'
import { recordAudit, timeIn, type World } from './world'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export function alertHandlers(world: World): HttpHandler[] {
  const channelOf = (id: string) => world.channels.find((each) => String(each.id) === id)
  return [
    http.get('/api/v1/alerts/channels', ({ response }) =>
      response(200).json({ mail: world.mail, items: world.channels }),
    ),
    http.post('/api/v1/alerts/channels', async ({ request, response }) => {
      const body = await request.json()
      if (world.channels.some(({ name }) => name === body.name)) {
        return response.untyped(problem(409, 'already_exists', 'There is a channel of that name'))
      }
      const channel = channelFrom(world, body, world.channels.length + 1)
      world.channels.push(channel)
      recordAudit(world, { action: 'alert.channel_create' })
      return response(201).json({ channel, secret: body.kind === 'webhook' ? SECRET : null })
    }),
    http.get('/api/v1/alerts/channels/{channel_id}', ({ params, response }) => {
      const channel = channelOf(params.channel_id)
      return channel ? response(200).json(channel) : response.untyped(notFound('channel'))
    }),
    http.put('/api/v1/alerts/channels/{channel_id}', async ({ params, request, response }) => {
      const channel = channelOf(params.channel_id)
      if (!channel) return response.untyped(notFound('channel'))
      const refusal = changedMeanwhile(request, channel)
      if (refusal) return response.untyped(refusal)
      Object.assign(channel, channelFrom(world, await request.json(), channel.id))
      return response(200).json(channel)
    }),
    http.delete('/api/v1/alerts/channels/{channel_id}', ({ params, response }) => {
      world.channels = world.channels.filter(({ id }) => String(id) !== params.channel_id)
      return response(204).empty()
    }),
    http.post('/api/v1/alerts/channels/{channel_id}/secret', ({ response }) =>
      response(200).json({ secret: SECRET }),
    ),
    http.post('/api/v1/alerts/channels/{channel_id}/test', ({ params, response }) => {
      const channel = channelOf(params.channel_id)
      if (!channel) return response.untyped(notFound('channel'))
      const delivery = testOf(world, channel)
      world.deliveries.unshift(delivery)
      return response(200).json(delivery)
    }),
    http.get('/api/v1/alerts/deliveries', ({ query, response }) => {
      const rows = world.deliveries
        .filter(({ state }) => state === (query.get('state') ?? state))
        .filter(({ channel }) => String(channel) === (query.get('channel') ?? String(channel)))
      return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
    }),
    http.get('/api/v1/alerts/bell', ({ response }) =>
      response(200).json({
        unread: world.notices.filter(({ unread }) => unread).length,
        up_to: world.notices.length,
        items: world.notices,
      }),
    ),
    http.post('/api/v1/alerts/bell/read', ({ response }) => {
      for (const notice of world.notices) notice.unread = false
      return response(204).empty()
    }),
  ]
}

function channelFrom(world: World, body: AlertChannelWriteRequest, id: number): AlertChannel {
  const recipients = body.recipients ?? []
  return {
    id,
    name: body.name,
    kind: body.kind,
    enabled: body.enabled ?? true,
    target: body.url ? new URL(body.url).host : recipients.join(', '),
    url: body.url ?? null,
    recipients,
    verdicts: body.verdicts,
    checks: body.checks ?? [],
    quiet_from: body.quiet_from ?? null,
    quiet_until: body.quiet_until ?? null,
    messages_per_hour_max: body.messages_per_hour_max ?? 12,
    created_at: timeIn(world),
    updated_at: timeIn(world),
    etag: newTag(),
  }
}

function testOf(world: World, channel: AlertChannel): AlertDelivery {
  const arrived = world.receiverStatus < 300
  return {
    id: world.deliveries.length + 1,
    channel: channel.id,
    channel_name: channel.name,
    message_id: `msg_${world.deliveries.length + 1}`,
    kind: 'test',
    state: arrived ? 'delivered' : 'given_up',
    summary: `Test of the channel ${channel.name}`,
    created_at: timeIn(world),
    attempts: 1,
    attempted_at: timeIn(world),
    next_at: null,
    finished_at: timeIn(world),
    status: world.receiverStatus,
    answer: arrived ? 'thanks' : 'who are you?',
    error: arrived ? '' : `The receiver answered ${world.receiverStatus}.`,
  }
}
