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

export function notFound(what: string) {
  return problem(404, 'not_found', `No such ${what}`)
}

/** The rows after a cursor. Here a cursor is the number of rows before it. */
export function pageOf<Row>(rows: Row[], cursor: string | null, limit: string | null) {
  const from = Number(cursor ?? 0)
  const to = from + Number(limit ?? 50)
  return { items: rows.slice(from, to), next_cursor: to < rows.length ? String(to) : null }
}
