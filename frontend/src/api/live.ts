/** What the platform tells of as it changes (`/api/v1/events`). */
export type Topic =
  | 'jobs'
  | 'approvals'
  | 'alerts'
  | 'deliveries'
  | 'health'
  | 'rules'
  | 'cluster'
  | 'datanodes'
  | 'pipeline'

/** `off`: nobody asked for it yet. */
export type Stream =
  | { at: 'off' }
  | { at: 'live'; topics: ReadonlySet<string> }
  | { at: 'degraded' }

/** How long what is told of may go without being read: for what nobody foresaw. */
const LIVE_REFETCH_MS = 60_000

let stream: Stream = { at: 'off' }
const listeners = new Set<() => void>()

export function streamNow(): Stream {
  return stream
}

export function setStream(next: Stream) {
  stream = next
  for (const listener of listeners) listener()
}

export function onStream(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * How long to wait before reading again: `pollMs`, and much longer while changes are told.
 * `liveMs`: for what holds something besides that nobody tells of, such as an age.
 */
export function refetchMs<Poll extends number | false>(
  topic: Topic,
  pollMs: Poll,
  liveMs = LIVE_REFETCH_MS,
): Poll | number {
  return pollMs !== false && stream.at === 'live' && stream.topics.has(topic)
    ? Math.max(pollMs, liveMs)
    : pollMs
}
