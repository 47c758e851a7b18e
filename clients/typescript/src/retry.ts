import { errorOf, WarrenError } from './errors.js'

export type Fetch = (request: Request) => Promise<Response>

const READING = new Set(['GET', 'HEAD'])
const UNDER_WAY = 'request_under_way'
const WAIT_MAX_MS = 30_000

/**
 * Sends what reads, and what goes by a key, again after each of the waits, when no answer came or
 * the first one is still under way. Fails with a {@link WarrenError}, or with what the request's
 * own signal was aborted with.
 */
export function retrying(fetch: Fetch, waitsMs: readonly number[], timeoutMs: number): Fetch {
  return async (request) => {
    const mayRepeat = READING.has(request.method) || request.headers.has('Idempotency-Key')
    const waits = mayRepeat ? waitsMs : []
    for (const waitMs of waits) {
      const outcome = await attempt(fetch, request.clone(), timeoutMs)
      if (outcome.at === 'answer') return outcome.response
      await sleep(Math.min(Math.max(waitMs, outcome.waitMs), WAIT_MAX_MS), request.signal)
    }
    return await answered(fetch, request, timeoutMs)
  }
}

type Outcome = { at: 'answer'; response: Response } | { at: 'again'; waitMs: number }

async function attempt(fetch: Fetch, request: Request, timeoutMs: number): Promise<Outcome> {
  try {
    const response = await answered(fetch, request, timeoutMs)
    if (response.status !== 409) return { at: 'answer', response }
    const error = await errorOf(response.clone())
    if (error.failure.at !== 'refusal' || error.code !== UNDER_WAY)
      return { at: 'answer', response }
    return { at: 'again', waitMs: (error.failure.problem.retryAfterS ?? 0) * 1000 }
  } catch (error) {
    if (error instanceof WarrenError) return { at: 'again', waitMs: 0 }
    throw error
  }
}

/** Whether an answer is JSON, as all are but files. */
export function isJson(response: Response): boolean {
  return /[/+]json\b/.test(response.headers.get('Content-Type') ?? '')
}

/** One attempt. The answer has to come within the time: all of it, but of a file its beginning. */
async function answered(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal])
    const response = await fetch(new Request(request, { signal }))
    if (!isJson(response)) return response
    const { status, statusText, headers } = response
    return new Response(await response.arrayBuffer(), { status, statusText, headers })
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason
    throw new WarrenError({ at: 'no-answer', mayBeDone: !READING.has(request.method) }, { cause })
  } finally {
    clearTimeout(timer)
  }
}

async function sleep(waitMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, waitMs)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
