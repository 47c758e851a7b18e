import createClient, { type Client } from 'openapi-fetch'
import { errorOf, WarrenError } from './errors.js'
import { type Fetch, isJson, retrying } from './retry.js'
import type { paths } from './schema.js'

export type WarrenClient = Client<paths>

export type Options = {
  /** Of the console: `https://warren.example`. */
  url: string
  /** Of the console's page *Tokens*. A page that the platform itself serves needs none. */
  token?: string
  /** The longest wait for an answer; of a file, for its beginning. */
  timeoutMs?: number
  /** Before each further attempt of what may be sent again; `[]` for none. */
  retryWaitsMs?: readonly number[]
  /** In place of the global one. */
  fetch?: Fetch
}

const TIMEOUT_MS = 60_000
const RETRY_WAITS_MS: readonly number[] = [500, 2_000]

/**
 * Calls of the API by their method and path. All fail with a {@link WarrenError} unless the answer
 * is one of success. Throws a TypeError for another kind of URL.
 */
export function warrenClient({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
  retryWaitsMs = RETRY_WAITS_MS,
  fetch = (request) => globalThis.fetch(request),
}: Options): WarrenClient {
  if (!/^https?:\/\//.test(url))
    throw new TypeError(`The URL of a Warren begins with http:// or https://, not as ${url}`)
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    fetch: retrying(fetch, retryWaitsMs, timeoutMs),
    // A token belongs to one host: an answer that leads elsewhere is none of a Warren.
    redirect: 'manual',
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token.trim()}` } }),
  })
  client.use({
    async onResponse({ response, options }) {
      const { ok, status } = response
      if (!ok) throw await errorOf(response)
      if (options.parseAs === 'json' && status !== 204 && !isJson(response))
        throw new WarrenError({ at: 'unreadable', status })
    },
  })
  return client
}

/** The body of an answer. Fails with a {@link WarrenError} where there is none. */
export async function answerOf<Data>(
  call: Promise<{ data?: Data; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, response } = await call
  if (data === undefined || data === null)
    throw new WarrenError({ at: 'unreadable', status: response.status })
  return data
}
