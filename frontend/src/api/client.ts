import createClient, { type Middleware } from 'openapi-fetch'
import { ApiError, toApiError } from './problem'
import type { paths } from './schema'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Django gives the token as a cookie and wants it back as a header with every change. */
export function csrfHeaders(method: string): Record<string, string> {
  if (SAFE_METHODS.has(method.toUpperCase())) return {}
  const token = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1]
  return token ? { 'X-CSRFToken': token } : {}
}

const csrf: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(csrfHeaders(request.method))) {
      request.headers.set(name, value)
    }
  },
}

export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'same-origin',
  // Looked up at each call, so that tests can put their own in place.
  fetch: (request) => globalThis.fetch(request),
})
api.use(csrf)

type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/** The body of an answer; an {@link ApiError} for anything else. */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answered(call)
  if (!response.ok || error !== undefined) throw toApiError(response.status, error)
  if (data === undefined || data === null)
    throw new ApiError({ at: 'unreadable', status: response.status })
  return data
}

/** Waits for an answer without a body; an {@link ApiError} when it is a refusal. */
export async function done(call: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await answered(call)
  if (!response.ok) throw toApiError(response.status, error)
}

async function answered<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    return await call
  } catch (cause) {
    // fetch reports every failure to get an answer as a TypeError.
    if (cause instanceof TypeError) throw new ApiError({ at: 'network' })
    throw cause
  }
}
