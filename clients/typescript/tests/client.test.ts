import { describe, expect, it } from 'vitest'
import { answerOf, ifMatch, items, newKey, once, WarrenError, warrenClient } from '../src/index.js'
import { told, warren } from './server.js'

const AT_ONCE = { token: 'wrn_secret', retryWaitsMs: [0, 0] }
const USER = {
  id: 3,
  username: 'ana',
  role: 'viewer',
  hdfs_user: 'ana',
  is_active: true,
  origin: 'local',
  kind: 'person',
  owner: null,
  assignments: [],
  created_at: '2026-11-26T00:00:00Z',
  last_login: null,
  token_used_at: null,
  etag: '"tag"',
}
const RULE = { name: 'big ones' }

async function failureOf(call: Promise<unknown>): Promise<WarrenError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof WarrenError)) throw new Error('It did not fail', { cause: thrown })
  return thrown
}

function problem(status: number, code: string, headers?: Record<string, string>) {
  return told(status, { type: 'about:blank', title: 'No', status, detail: 'Go', code }, headers)
}

describe('a call', () => {
  it('sends the token and answers the body', async () => {
    const { url, asked } = await warren(told(200, USER))
    const client = warrenClient({ url: `${url}/`, ...AT_ONCE })
    const params = { path: { user_id: 3 } }
    const user = await answerOf(client.GET('/api/v1/users/{user_id}', { params }))
    expect(user.username).toBe('ana')
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/api/v1/users/3' })
    expect(asked[0]?.headers.authorization).toBe('Bearer wrn_secret')
  })

  it('sends the tag of what was seen', async () => {
    const { url, asked } = await warren(problem(412, 'changed_meanwhile'), told(204))
    const client = warrenClient({ url, ...AT_ONCE })
    const path = { user_id: 3 }
    const change = client.PATCH('/api/v1/users/{user_id}', {
      params: { path, header: ifMatch(USER) },
      body: { is_active: false },
    })
    expect((await failureOf(change)).code).toBe('changed_meanwhile')
    const params = { path: { rule_id: 3 }, header: ifMatch('"other"') }
    await client.DELETE('/api/v1/guard/rules/{rule_id}', { params })
    expect(asked.map(({ headers }) => headers['if-match'])).toEqual(['"tag"', '"other"'])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ is_active: false })
  })

  it.each(['warren.example', 'ftp://warren.example', ''])('refuses the URL %j', (url) => {
    expect(() => warrenClient({ url })).toThrow('begins with http')
  })
})

describe('an error', () => {
  it('says what the platform says', async () => {
    const said = {
      title: 'The request is not valid',
      code: 'invalid_argument',
      detail: 'Correct it.',
      facts: { limit: 3 },
      fields: { owner: ['Too long.'] },
    }
    const { url } = await warren(told(400, said, { 'Retry-After': '7', 'X-Request-ID': 'abc' }))
    const error = await failureOf(warrenClient({ url, ...AT_ONCE }).GET('/api/v1/users'))
    expect(error).toMatchObject({ message: said.title, remedy: said.detail, status: 400 })
    expect(error.failure).toEqual({
      at: 'refusal',
      status: 400,
      problem: { ...said, retryAfterS: 7, requestId: 'abc' },
    })
  })

  it.each([
    ['a gateway', { at: 'text', status: 502, type: 'text/html', body: '<h1>Bad</h1>' }],
    ['a login page', { at: 'text', status: 200, type: 'text/html', body: '<h1>Log in</h1>' }],
    ['JSON of somebody else', { at: 'told', status: 404, body: { error: 'none' } }],
  ] as const)('tells %s from a Warren', async (_, answer) => {
    const { url } = await warren(answer)
    const error = await failureOf(warrenClient({ url, ...AT_ONCE }).GET('/api/v1/users'))
    expect(error.failure).toEqual({ at: 'unreadable', status: answer.status })
  })

  it('does not follow to another host with the token', async () => {
    const elsewhere = await warren(told(200, USER))
    const moved = told(302, undefined, { Location: elsewhere.url })
    const { url } = await warren(moved)
    const error = await failureOf(warrenClient({ url, ...AT_ONCE }).GET('/api/v1/users'))
    expect(error.failure).toEqual({ at: 'unreadable', status: 302 })
    expect(elsewhere.asked).toEqual([])
  })
})

describe('a lost answer', () => {
  it('has a request with a key sent again', async () => {
    const under_way = problem(409, 'request_under_way', { 'Retry-After': '0' })
    const { url, asked } = await warren({ at: 'lost' }, under_way, told(201, { id: 1, ...RULE }))
    const client = warrenClient({ url, ...AT_ONCE })
    const call = client.POST('/api/v1/guard/rules', { params: { header: once() }, body: RULE })
    expect((await answerOf(call)).id).toBe(1)
    expect(asked.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(RULE)))
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('ends after the last wait', async () => {
    const { url, asked } = await warren({ at: 'lost' }, { at: 'half' }, { at: 'lost' })
    const call = warrenClient({ url, ...AT_ONCE }).GET('/api/v1/users')
    expect((await failureOf(call)).failure).toEqual({ at: 'no-answer', mayBeDone: false })
    expect(asked).toHaveLength(3)
  })

  it('is not asked for again without a key', async () => {
    const { url, asked } = await warren({ at: 'lost' })
    const client = warrenClient({ url, ...AT_ONCE })
    const params = { path: { job_id: 3 } }
    const error = await failureOf(client.POST('/api/v1/jobs/{job_id}/cancel', { params }))
    expect(error.failure).toEqual({ at: 'no-answer', mayBeDone: true })
    expect(error.remedy).toContain('look whether it was done')
    expect(asked).toHaveLength(1)
  })

  it('may be one that is too late', async () => {
    const { url } = await warren({ at: 'late' })
    const client = warrenClient({ url, timeoutMs: 50, retryWaitsMs: [] })
    expect((await failureOf(client.GET('/api/v1/users'))).failure.at).toBe('no-answer')
  })

  it('is not waited for by whoever gave up', async () => {
    const { url, asked } = await warren({ at: 'lost' })
    const client = warrenClient({ url, retryWaitsMs: [60_000] })
    const giving = new AbortController()
    const call = client.GET('/api/v1/users', { signal: giving.signal })
    await expect.poll(() => asked).toHaveLength(1)
    giving.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })

  it('is told from a refusal, which is final', async () => {
    const { url, asked } = await warren(problem(409, 'idempotency_key_reused'))
    const client = warrenClient({ url, ...AT_ONCE })
    const params = { header: once('mine') }
    const error = await failureOf(client.POST('/api/v1/guard/rules', { params, body: RULE }))
    expect(error.code).toBe('idempotency_key_reused')
    expect(asked[0]?.headers['idempotency-key']).toBe('mine')
    expect(asked).toHaveLength(1)
  })
})

describe('items', () => {
  it('reads each page when it is needed', async () => {
    const { url, asked } = await warren(
      told(200, { items: [USER, { ...USER, id: 4 }], next_cursor: 'two' }),
      told(200, { items: [{ ...USER, id: 5 }], next_cursor: null }),
    )
    const client = warrenClient({ url, ...AT_ONCE })
    const users = items((cursor) =>
      client.GET('/api/v1/users', { params: { query: { cursor, limit: 2 } } }),
    )
    const first = await users.next()
    expect(first.value?.username).toBe('ana')
    expect(asked).toHaveLength(1)
    const ids: number[] = []
    for await (const user of users) ids.push(user.id)
    expect(ids).toEqual([4, 5])
    expect(asked.map((each) => each.url)).toEqual([
      '/api/v1/users?limit=2',
      '/api/v1/users?cursor=two&limit=2',
    ])
  })

  it('comes to an end where pages go in a circle', async () => {
    const page = told(200, { items: [], next_cursor: 'two' })
    const { url } = await warren(page, page)
    const client = warrenClient({ url, ...AT_ONCE })
    const users = items((cursor) => client.GET('/api/v1/users', { params: { query: { cursor } } }))
    await expect(users.next()).rejects.toThrow('names itself')
  })
})

it('makes keys that are all different', () => {
  expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100)
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
})
