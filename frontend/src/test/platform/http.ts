import { HttpResponse } from 'msw'
import { createOpenApiHttp } from 'openapi-msw'
import type { Problem, paths } from '~/api/schema'

/** On any host: where the console is served from is not the handlers' business. */
export const http = createOpenApiHttp<paths>({ baseUrl: '*' })

export function problem(status: number, code: string, title: string, more: Partial<Problem> = {}) {
  const body: Problem = {
    type: `urn:warren:problem:${code}`,
    title,
    status,
    detail: '',
    code,
    ...more,
  }
  return HttpResponse.json(body, { status })
}

let states = 0

/** The tag of a state that nothing had before. */
export function newTag(): string {
  states += 1
  return `"${states}"`
}

/** The refusal of a change that is about another state; undefined when it may be made. */
export function changedMeanwhile(request: Request, { etag }: { etag: string | null }) {
  const seen = request.headers.get('If-Match')
  if (seen === null || seen === etag) return undefined
  return problem(412, 'changed_meanwhile', 'Somebody changed it since you read it', {
    detail: 'Read it again.',
  })
}

export function notFound(what: string) {
  return problem(404, 'not_found', `No such ${what}`)
}

/** The rows after a cursor. Here a cursor is the number of rows before it. */
export function pageOf<Row>(rows: Row[], cursor: string | null, limit: string | null) {
  const from = Number(cursor ?? 0)
  const to = from + Number(limit ?? 50)
  return { items: rows.slice(from, to), next_cursor: to < rows.length ? String(to) : null }
}
