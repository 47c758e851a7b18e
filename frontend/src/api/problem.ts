import * as v from 'valibot'
import { perLanguage, served, t } from '~/i18n/t'

/** What the platform sends for every error (RFC 9457, with a code and per-field messages). */
const problemSchema = v.object({
  title: v.string(),
  status: v.optional(v.number()),
  detail: v.optional(v.nullable(v.string())),
  code: v.optional(v.string()),
  facts: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  fields: v.optional(v.nullable(v.record(v.string(), v.array(v.string())))),
})

type Problem = v.InferOutput<typeof problemSchema>

/** Why a request failed: no answer at all, a problem document, or an answer we can't read. */
export type Failure =
  | { at: 'network' }
  | { at: 'problem'; status: number; problem: Problem }
  | { at: 'unreadable'; status: number }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.at === 'problem' ? failure.problem.title : `API request failed: ${failure.at}`)
    this.failure = failure
  }

  /** The HTTP status, or undefined when no answer arrived. */
  get status(): number | undefined {
    return this.failure.at === 'network' ? undefined : this.failure.status
  }

  get code(): string | undefined {
    return this.failure.at === 'problem' ? this.failure.problem.code : undefined
  }
}

/** Turns an error body of any shape into an {@link ApiError}. */
export function toApiError(status: number, body: unknown): ApiError {
  const parsed = v.safeParse(problemSchema, body)
  return new ApiError(
    parsed.success
      ? { at: 'problem', status, problem: parsed.output }
      : { at: 'unreadable', status },
  )
}

export type Explanation = {
  title: string
  /** One or two sentences: what happened. */
  detail?: string
  /** What the operator can do now. */
  advice?: string
  /** Messages for single fields of the request, by field name. */
  fields: Record<string, string>
}

const byStatus = perLanguage(
  (): Record<number, Pick<Explanation, 'title' | 'advice'>> => ({
    401: { title: t('You are not logged in'), advice: t('Log in and try again.') },
    403: {
      title: t('Your role does not allow this'),
      advice: t('Ask an administrator for a role that does.'),
    },
    404: {
      title: t('This does not exist'),
      advice: t('It may have been moved or deleted meanwhile.'),
    },
    429: { title: t('Too many requests'), advice: t('Wait a few seconds, then try again.') },
    502: {
      title: t('The file system did not answer'),
      advice: t('Check on the overview that a namenode is up, then try again.'),
    },
    503: {
      title: t('A part of Warren is not available'),
      advice: t('Try again in a few seconds.'),
    },
    504: {
      title: t('The file system took too long to answer'),
      advice: t('Try again in a few seconds.'),
    },
  }),
)

/**
 * The one place where errors become words. Anything may be thrown at it: it never throws.
 */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return {
      title: t('The console made a mistake'),
      detail: error instanceof Error ? error.message : String(error),
      advice: t('Reload the page. If it happens again, please report it with the text above.'),
      fields: {},
    }
  }
  const { failure } = error
  if (failure.at === 'network') {
    return {
      title: t('Warren does not answer'),
      detail: t('The request got no answer from the platform.'),
      advice: t('Check that Warren is running (make status) and that this machine reaches it.'),
      fields: {},
    }
  }
  const known = byStatus()[failure.status]
  if (failure.at === 'unreadable') {
    return {
      title: known?.title ?? t('Warren answered with an error'),
      detail: t('The answer had status {status} and no explanation.', { status: failure.status }),
      advice: known?.advice ?? t('Try again. The log of the web process says more (make logs).'),
      fields: {},
    }
  }
  const { problem } = failure
  const fields = Object.entries(problem.fields ?? {}).map(([name, messages]) => [
    name,
    messages.map(served).join(' '),
  ])
  return {
    title: served(problem.title),
    detail: problem.detail ? served(problem.detail) : undefined,
    // The platform's detail says what to do, and knows more than the status.
    advice: problem.detail ? undefined : known?.advice,
    fields: Object.fromEntries(fields),
  }
}

/** The question itself is wrong: asked again it gets the same answer. */
const FINAL_STATUSES = new Set([400, 405, 413, 415, 422])

/** Whether a person should be offered to ask again. */
export function mayAskAgain(error: unknown): boolean {
  return !(error instanceof ApiError && error.status && FINAL_STATUSES.has(error.status))
}

/** Whether asking again at once could help: not for refusals, which a retry only repeats. */
export function isRetriable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status } = error
  return status === undefined || status >= 500 || status === 429
}
