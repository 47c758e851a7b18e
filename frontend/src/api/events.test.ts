import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followEvents } from './events'
import { refetchMs, streamNow } from './live'

/** Plays the browser's side of a stream: the test says what arrives. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readyState = 1

  constructor(readonly url: string) {
    super()
    Source.opened.push(this)
  }

  close() {
    this.readyState = Source.CLOSED
  }

  tell(type: string, data: object, lastEventId: string) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }))
  }

  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

function latest(): Source {
  const source = Source.opened.at(-1)
  if (source === undefined) throw new Error('No stream was opened')
  return source
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const READY = { topics: ['jobs', 'cluster'] }
let stop = () => {}
let reads: Record<string, number> = {}

/** Follows the events with one page's queries on the screen. */
function follow() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const stops = [['jobs', 'list', {}], ['jobs', 'one', 7], ['cluster'], ['namespace'], ['me']].map(
    (queryKey) =>
      new QueryObserver(client, {
        queryKey,
        queryFn: () => {
          const key = queryKey.join()
          reads[key] = (reads[key] ?? 0) + 1
          return key
        },
        initialData: 'before',
      }).subscribe(() => {}),
  )
  const end = followEvents(client)
  stop = () => {
    end()
    for (const each of stops) each()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  Source.opened = []
  reads = {}
})

afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reads again what a change is about, and polls seldom meanwhile', async () => {
  follow()
  expect(refetchMs('jobs', 1_000)).toBe(1_000)
  latest().tell('ready', READY, 'jobs:a,cluster:a')
  await vi.advanceTimersByTimeAsync(1_200)
  expect(reads).toEqual({ 'jobs,list,[object Object]': 1, 'jobs,one,7': 1, cluster: 1 })
  expect(refetchMs('jobs', 1_000)).toBe(60_000)
  expect(refetchMs('cluster', 1_000, 5_000)).toBe(5_000)
  expect(refetchMs('rules', 1_000)).toBe(1_000)
  expect(refetchMs('jobs', false)).toBe(false)

  reads = {}
  latest().tell('changed', { topic: 'jobs', version: 'b', ids: [8] }, 'jobs:b,cluster:a')
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toEqual({ 'jobs,list,[object Object]': 1 })
  latest().tell('changed', { topic: 'jobs', version: 'c', ids: [7] }, 'jobs:c,cluster:a')
  latest().tell('changed', { topic: 'jobs', version: 'd', ids: [8] }, 'jobs:d,cluster:a')
  await vi.advanceTimersByTimeAsync(1_200)
  expect(reads).toEqual({ 'jobs,list,[object Object]': 2, 'jobs,one,7': 1 })
})

it('polls while the stream is away, and goes on from where it was', async () => {
  follow()
  latest().tell('ready', READY, 'jobs:a')
  await vi.advanceTimersByTimeAsync(600)
  reads = {}
  latest().fail(0)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(streamNow().at).toBe('live')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(streamNow().at).toBe('degraded')
  expect(refetchMs('jobs', 1_000)).toBe(1_000)
  expect(reads).toEqual({ 'jobs,list,[object Object]': 1, 'jobs,one,7': 1, cluster: 1 })

  latest().fail(Source.CLOSED)
  await vi.advanceTimersByTimeAsync(45_000)
  expect(Source.opened).toHaveLength(2)
  expect(latest().url).toBe('/api/v1/events?last_event_id=jobs%3Aa')
  latest().tell('ready', READY, 'jobs:a')
  expect(streamNow().at).toBe('live')
})

it('has no stream while nobody looks', async () => {
  follow()
  latest().tell('ready', READY, 'jobs:a')
  await vi.advanceTimersByTimeAsync(600)
  reads = {}
  show('hidden')
  expect(latest().readyState).toBe(Source.CLOSED)
  show('visible')
  expect(Source.opened).toHaveLength(2)
  latest().tell('ready', READY, 'jobs:a')
  await vi.advanceTimersByTimeAsync(600)
  expect(reads).toEqual({})
})

it('asks who one is when the login is over', async () => {
  follow()
  latest().tell('ready', READY, 'jobs:a')
  latest().tell('bye', { why: 'revoked' }, 'jobs:a')
  expect(streamNow().at).toBe('degraded')
  await vi.advanceTimersByTimeAsync(900)
  expect(Source.opened).toHaveLength(1)
  expect(reads.me).toBe(1)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.opened).toHaveLength(1)
})

it('goes on by the login that a changed password gave', async () => {
  follow()
  latest().tell('ready', READY, 'jobs:a')
  latest().tell('bye', { why: 'revoked' }, 'jobs:a')
  await vi.advanceTimersByTimeAsync(1_100)
  expect(Source.opened).toHaveLength(2)
  latest().tell('ready', READY, 'jobs:a')
  expect(streamNow().at).toBe('live')
})
