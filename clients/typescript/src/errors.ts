/** What the platform says when it refuses or fails (RFC 9457, with a code and per-field messages). */
export type Problem = {
  /** A stable name, for programs. */
  code: string
  title: string
  /** What to do about it. */
  detail: string
  facts: Record<string, unknown>
  /** What is wrong with which member of the request. */
  fields: Record<string, string[]>
  retryAfterS?: number
  /** What the platform's log knows the request by. */
  requestId?: string
}

/**
 * Why a call failed. `unreadable`: an answer that the API's description does not have, as a proxy's.
 * `no-answer`: however often it was asked; `mayBeDone` says whether a change may have been made.
 */
export type Failure =
  | { at: 'refusal'; status: number; problem: Problem }
  | { at: 'unreadable'; status: number }
  | { at: 'no-answer'; mayBeDone: boolean }

/** Every failure of a call. `message` says what happened, `remedy` what to do about it. */
export class WarrenError extends Error {
  override readonly name = 'WarrenError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(messageOf(failure), options)
    this.failure = failure
  }

  /** The HTTP status, or undefined when no answer came. */
  get status(): number | undefined {
    return this.failure.at === 'no-answer' ? undefined : this.failure.status
  }

  get code(): string | undefined {
    return this.failure.at === 'refusal' ? this.failure.problem.code : undefined
  }

  get remedy(): string {
    return remedyOf(this.failure)
  }
}

/** The error that an answer which is none of success tells; its body is read. */
export async function errorOf(response: Response): Promise<WarrenError> {
  const { status } = response
  const problem = problemOf(await bodyOf(response), response.headers)
  return new WarrenError(
    problem ? { at: 'refusal', status, problem } : { at: 'unreadable', status },
  )
}

/** The body if it is JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function messageOf(failure: Failure): string {
  switch (failure.at) {
    case 'refusal':
      return failure.problem.title
    case 'unreadable':
      return `The answer with status ${failure.status} can't be read`
    case 'no-answer':
      return 'Warren does not answer'
  }
}

function remedyOf(failure: Failure): string {
  switch (failure.at) {
    case 'refusal':
      return failure.problem.detail
    case 'unreadable':
      return "Check that the URL is a Warren's, and that this package is of its version."
    case 'no-answer':
      return failure.mayBeDone
        ? 'Check the URL, and that Warren runs; look whether it was done before you ask again.'
        : 'Check the URL, and that Warren runs.'
  }
}

function problemOf(body: unknown, headers: Headers): Problem | undefined {
  if (!isRecord(body) || typeof body.title !== 'string' || typeof body.code !== 'string') return
  const retryAfter = headers.get('Retry-After') ?? ''
  return {
    code: body.code,
    title: body.title,
    detail: typeof body.detail === 'string' ? body.detail : '',
    facts: isRecord(body.facts) ? body.facts : {},
    fields: isRecord(body.fields) ? messagesOf(body.fields) : {},
    retryAfterS: /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
    requestId: headers.get('X-Request-ID') ?? undefined,
  }
}

function messagesOf(fields: Record<string, unknown>): Record<string, string[]> {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [String(value)])
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, texts(value)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
