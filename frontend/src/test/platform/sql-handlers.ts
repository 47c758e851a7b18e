import type { HttpHandler } from 'msw'
import type { SavedQuery, SqlQuery } from '~/api/sql'
import { http, newTag, notFound, problem } from './http'
import { timeIn, type World } from './world'

const OWNERS = [
  ['alice', 12, 4_294_967_296],
  ['bob', 3, 1_048_576],
]

const REPORT = {
  name: 'owners',
  title: 'Owners',
  description: 'What each owner keeps.',
  statement: 'SELECT owner, count(*) AS files, sum(space_bytes) AS space_bytes FROM inodes',
  chart: { kind: 'bar' as const, label: 'owner', values: ['space_bytes'] },
  drill_down: { owner: 'owner' },
  cost_of: 'space_bytes',
}

const TABLE = {
  name: 'inodes',
  description: 'One row for each file, directory and symbolic link.',
  columns: [
    { name: 'inode_id', type: 'BIGINT', description: 'Stays the same when it is renamed.' },
    { name: 'owner', type: 'VARCHAR', description: '' },
  ],
  kept_by: 'feed' as const,
  complete_as_of: null,
}

const SWEPT_TABLE = {
  name: 'blocks',
  description: 'One row for each block of a file.',
  columns: [{ name: 'block_id', type: 'BIGINT', description: '' }],
  kept_by: 'sweep' as const,
  complete_as_of: null,
}

/**
 * SQL in small: a statement with "forever" runs until it is cancelled, one that does not begin
 * with SELECT is refused, one with "wrong" fails, one of inode_id has such a column first, everything
 * else answers the owners.
 */
export function sqlHandlers(world: World): HttpHandler[] {
  const queries: SqlQuery[] = []
  const saved: SavedQuery[] = []
  const queryOf = (id: unknown) => queries.find((query) => String(query.id) === String(id))
  return [
    http.post('/api/v1/sql', async ({ request, response }) => {
      const body = await request.json()
      if (!body || !/^\s*SELECT/i.test(body.statement)) {
        return response.untyped(
          problem(400, 'sql_refused', 'Only reading the published tables is allowed'),
        )
      }
      const query = newQuery(world, queries.length + 1, body.statement, body.explain ?? false)
      query.engine = body.engine ?? 'duckdb'
      queries.unshift(query)
      return query.state === 'running' ? response(202).json(query) : response(200).json(query)
    }),
    http.get('/api/v1/sql/queries', ({ response }) =>
      response(200).json({ items: queries, next_cursor: null }),
    ),
    http.get('/api/v1/sql/queries/{query_id}', ({ params, response }) => {
      const query = queryOf(params.query_id)
      return query ? response(200).json(query) : response.untyped(notFound('query'))
    }),
    http.post('/api/v1/sql/queries/{query_id}/cancel', ({ params, response }) => {
      const query = queryOf(params.query_id)
      if (!query) return response.untyped(notFound('query'))
      query.state = 'cancelled'
      query.error = { code: 'sql_cancelled', title: 'The query was cancelled', detail: '' }
      return response(200).json(query)
    }),
    http.get('/api/v1/sql/queries/{query_id}/rows', ({ params, response }) =>
      queryOf(params.query_id)
        ? response(200).json({ items: OWNERS, next_cursor: null, total: OWNERS.length })
        : response.untyped(notFound('query')),
    ),
    http.get('/api/v1/sql/tables', ({ response }) =>
      response(200).json({ items: [TABLE, SWEPT_TABLE] }),
    ),
    http.get('/api/v1/sql/replica', ({ response }) =>
      response(200).json({
        state: 'following',
        as_of: { sequence: 18_422, time: timeIn(world) },
        lag_ms: 40,
        inodes_built: null,
        build_percent: null,
        build_left_ms: null,
        last_error: null,
        engines: ['duckdb', 'ndb'],
      }),
    ),
    http.get('/api/v1/sql/saved', ({ response }) =>
      response(200).json({ items: saved, next_cursor: null }),
    ),
    http.post('/api/v1/sql/saved', async ({ request, response }) => {
      const body = await request.json()
      const kept = {
        id: saved.length + 1,
        owner: world.me?.username ?? '',
        name: body.name,
        statement: body.statement,
        shared: body.shared ?? false,
        created_at: timeIn(world),
        updated_at: timeIn(world),
        etag: newTag(),
      }
      saved.unshift(kept)
      return response(201).json(kept)
    }),
    http.get('/api/v1/sql/reports', ({ response }) =>
      response(200).json({ items: [REPORT], price: world.price }),
    ),
  ]
}

function newQuery(world: World, id: number, statement: string, explain: boolean): SqlQuery {
  const failed = statement.includes('wrong')
  const running = statement.includes('forever')
  const succeeded = !failed && !running
  return {
    id,
    statement,
    explain,
    engine: 'duckdb',
    state: running ? 'running' : failed ? 'failed' : 'succeeded',
    time_limit_ms: 30_000,
    created_at: timeIn(world),
    finished_at: running ? null : timeIn(world),
    columns: succeeded
      ? [
          statement.includes('inode_id')
            ? { name: 'inode_id', type: 'BIGINT' }
            : { name: 'owner', type: 'VARCHAR' },
          { name: 'files', type: 'BIGINT' },
          { name: 'space_bytes', type: 'BIGINT' },
        ]
      : [],
    rows: succeeded ? OWNERS.length : null,
    truncated: false,
    as_of: succeeded ? { sequence: 18_422, time: timeIn(world) } : null,
    lag_ms: succeeded ? 40 : null,
    swept: statement.includes('blocks')
      ? [{ table: 'blocks', complete_as_of: timeIn(world, 60_000) }]
      : [],
    cost: succeeded ? { elapsed_ms: 12, rows_scanned: 15, memory_peak_bytes: 2 ** 20 } : null,
    error: failed
      ? { code: 'sql_invalid', title: 'The statement is not valid', detail: 'no column wrong' }
      : null,
  }
}
