import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { alertKeys } from './alerts'
import { healthKeys } from './health'
import { jobKeys } from './jobs'
import { setStream, streamNow, type Topic } from './live'
import { pipelineKeys } from './pipeline'
import { ruleKeys } from './rules'

const ADDRESS = '/api/v1/events'
/** A page that changes all the time is read again this often at most. */
const READ_AGAIN_MS = 500
/** So long a stream may be away before pages poll. */
const PATIENCE_MS = 5_000
/** A stream whose login is over is asked for again after this time: one may have another login. */
const REOPEN_MS = 1_000
/** A stream that was refused is asked for again after this time, more or less. */
const RETRY_MS = 30_000

/** Ids of what changed; null where that is not known. */
type Parts = ReadonlySet<number> | null

type Changed = { topic: Topic; parts: Parts }

/** What is read again when a topic changes. */
const READS: Record<Topic, (parts: Parts) => QueryFilters[]> = {
  jobs: (parts) => [
    { queryKey: jobKeys.all, predicate: ({ queryKey }) => isAbout(queryKey, parts) },
  ],
  approvals: () => [{ queryKey: [...jobKeys.all, 'approvals'] }],
  alerts: () => [{ queryKey: alertKeys.bell }],
  deliveries: () => [{ queryKey: [...alertKeys.all, 'deliveries'] }],
  health: () => [{ queryKey: healthKeys.all }],
  rules: () => [{ queryKey: ruleKeys.all }],
  cluster: () => [{ queryKey: ['cluster'] }, { queryKey: ['cluster-events'] }],
  datanodes: () => [{ queryKey: ['datanodes'] }],
  pipeline: () => [{ queryKey: pipelineKeys.all }],
}

/** Whether a query of jobs holds one of those that changed: lists may hold any. */
function isAbout([, what, job]: readonly unknown[], parts: Parts): boolean {
  if (what === 'list' || what === 'approvals' || parts === null) return true
  return typeof job === 'number' && parts.has(job)
}

const TOPICS = Object.keys(READS)

function isTopic(value: unknown): value is Topic {
  return typeof value === 'string' && TOPICS.includes(value)
}

/**
 * Follows the platform's events, one stream for the whole page, and has read again what they tell
 * of. While there is none, pages poll. A page that nobody sees has none: browsers allow few
 * connections. Answers what ends it.
 */
export function followEvents(queryClient: QueryClient): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  const follower = new Follower(queryClient)
  follower.start()
  return () => follower.stop()
}

class Follower {
  private source: EventSource | undefined
  private lastId = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private reading: ReturnType<typeof setTimeout> | undefined
  private readonly waiting = new Map<Topic, Parts>()

  constructor(private readonly queryClient: QueryClient) {}

  start() {
    document.addEventListener('visibilitychange', this.look)
    this.look()
  }

  stop() {
    document.removeEventListener('visibilitychange', this.look)
    this.close()
    clearTimeout(this.reading)
    setStream({ at: 'off' })
  }

  private readonly look = () => {
    if (document.visibilityState === 'hidden') {
      this.close()
    } else if (this.source === undefined) {
      this.open()
    }
  }

  private close() {
    clearTimeout(this.timer)
    this.source?.close()
    this.source = undefined
  }

  private open() {
    this.close()
    const query = this.lastId === '' ? '' : `?last_event_id=${encodeURIComponent(this.lastId)}`
    const source = new EventSource(`${ADDRESS}${query}`)
    this.source = source
    this.timer = setTimeout(() => this.degrade(), PATIENCE_MS)
    source.addEventListener('ready', (event) => this.begin(event, this.lastId === ''))
    source.addEventListener('reset', (event) => this.begin(event, true))
    source.addEventListener('changed', (event) => this.hear(event))
    source.addEventListener('bye', (event) => this.leave(event))
    source.addEventListener('error', () => this.fail(source))
  }

  /** `anew`: anything may have changed since pages were read. */
  private begin(event: MessageEvent, anew: boolean) {
    clearTimeout(this.timer)
    this.lastId = event.lastEventId
    const topics = membersOf(event.data, 'topics').filter(isTopic)
    const away = streamNow().at === 'degraded'
    setStream({ at: 'live', topics: new Set(topics) })
    if (anew || away) this.readAll(topics)
  }

  private hear(event: MessageEvent) {
    this.lastId = event.lastEventId
    const changed = changedIn(event.data)
    if (changed !== undefined) this.readAgain(changed)
  }

  private leave(event: MessageEvent) {
    const why = fieldsOf(event.data).why
    if (why !== 'revoked' && why !== 'rights') return
    this.close()
    // Finds out that the login is over, or what may be done now.
    void this.queryClient.invalidateQueries({ queryKey: ['me'] })
    if (why === 'rights') {
      this.open()
    } else {
      this.degrade()
      this.timer = setTimeout(() => this.open(), REOPEN_MS)
    }
  }

  private fail(source: EventSource) {
    if (source !== this.source) return
    clearTimeout(this.timer)
    if (source.readyState === EventSource.CLOSED) {
      // It was refused, which a browser takes for final.
      this.degrade()
      this.timer = setTimeout(() => this.open(), RETRY_MS * (0.75 + Math.random() / 2))
    } else {
      this.timer = setTimeout(() => this.degrade(), PATIENCE_MS)
    }
  }

  /** Pages poll from now on, beginning at once: their next reading may be a minute away. */
  private degrade() {
    const before = streamNow()
    setStream({ at: 'degraded' })
    if (before.at === 'live') this.readAll([...before.topics].filter(isTopic))
  }

  private readAll(topics: Topic[]) {
    for (const topic of topics) this.readAgain({ topic, parts: null })
  }

  private readAgain({ topic, parts }: Changed) {
    const before = this.waiting.get(topic)
    const unknown = parts === null || before === null
    this.waiting.set(topic, unknown ? null : new Set([...(before ?? []), ...parts]))
    if (this.reading === undefined) this.read()
  }

  private readonly read = () => {
    this.reading = undefined
    if (this.waiting.size === 0) return
    for (const [topic, parts] of this.waiting) {
      for (const filters of READS[topic](parts)) void this.queryClient.invalidateQueries(filters)
    }
    this.waiting.clear()
    this.reading = setTimeout(this.read, READ_AGAIN_MS)
  }
}

function fieldsOf(data: unknown): Record<string, unknown> {
  if (typeof data !== 'string') return {}
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function membersOf(data: unknown, name: string): unknown[] {
  const value = fieldsOf(data)[name]
  return Array.isArray(value) ? value : []
}

function changedIn(data: unknown): Changed | undefined {
  const { topic, ids } = fieldsOf(data)
  if (!isTopic(topic)) return undefined
  const numbers = membersOf(data, 'ids').filter((each) => typeof each === 'number')
  return { topic, parts: Array.isArray(ids) ? new Set(numbers) : null }
}
