import type { HttpHandler } from 'msw'
import { accessHandlers } from './access-handlers'
import { alertHandlers } from './alerts'
import { blockHandlers } from './block-handlers'
import { blockReportHandlers } from './block-report-handlers'
import { clusterHandlers } from './cluster-handlers'
import { detailsOf } from './details'
import { figureHandlers } from './figures'
import { fileHandlers } from './files'
import { guardHandlers } from './guard'
import { healthHandlers } from './health'
import { heatHandlers } from './heat'
import { http, notFound, pageOf, problem } from './http'
import { jobHandlers } from './job-handlers'
import { keptHandlers } from './kept-handlers'
import { limitHandlers } from './limits'
import { migrationHandlers } from './migration'
import { ownerHandlers } from './owners'
import { quotaHandlers } from './quotas'
import { ruleHandlers } from './rules'
import { shardHandlers } from './shards'
import { smallFileHandlers } from './small-files'
import { snapshotHandlers } from './snapshots'
import { spreadHandlers } from './spread'
import { sqlHandlers } from './sql-handlers'
import { trashHandlers } from './trash'
import { childrenOf, subtreeOf, totalsOf, withContent } from './tree'
import { usageHandlers } from './usage'
import { permissionsOf, recordAudit, timeIn, type World } from './world'

/** The whole platform in one process: for component tests and for work on the console alone. */
export function handlersOf(world: World): HttpHandler[] {
  return [
    ...authHandlers(world),
    ...namespaceHandlers(world),
    ...searchHandlers(world),
    ...jobHandlers(world),
    ...guardHandlers(world),
    ...ruleHandlers(world),
    ...clusterHandlers(world),
    ...healthHandlers(world),
    ...alertHandlers(world),
    ...heatHandlers(world),
    ...limitHandlers(world),
    ...spreadHandlers(world),
    ...migrationHandlers(world),
    ...shardHandlers(world),
    ...figureHandlers(world),
    ...blockHandlers(world),
    ...blockReportHandlers(world),
    ...smallFileHandlers(world),
    ...sqlHandlers(world),
    ...usageHandlers(world),
    ...quotaHandlers(world),
    ...ownerHandlers(world),
    ...trashHandlers(world),
    ...fileHandlers(world),
    ...snapshotHandlers(world),
    ...keptHandlers(world),
    ...tokenHandlers(world),
    ...accessHandlers(world),
    auditHandler(world),
    ...pipelineHandlers(world),
  ]
}

function authHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/auth/me', ({ response }) =>
      world.me
        ? response(200).json(world.me)
        : response.untyped(problem(401, 'unauthorized', 'Log in first')),
    ),
    http.get('/api/v1/auth/ways', ({ response }) =>
      response(200).json({ sso_name: world.ssoName, has_directory: false }),
    ),
    http.post('/api/v1/auth/login', async ({ request, response }) => {
      const { username, password } = await request.json()
      if (password === 'wrong') {
        return response.untyped(
          problem(401, 'unauthorized', 'User name or password is wrong', {
            detail: 'Check both. After several failures logins are slowed down.',
          }),
        )
      }
      world.me = {
        username,
        role: username === 'vera' ? 'viewer' : 'admin',
        hdfs_user: 'hdfs',
        origin: 'local',
        permissions: permissionsOf(username === 'vera' ? 'viewer' : 'admin'),
      }
      recordAudit(world, { action: 'auth.login' })
      return response(200).json(world.me)
    }),
    http.post('/api/v1/auth/logout', ({ response }) => {
      world.me = undefined
      return response(204).empty()
    }),
  ]
}

function namespaceHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/namespace/entry', ({ query, response }) => {
      const path = query.get('path')
      const entry = world.tree.get(path)
      if (!entry) return response.untyped(notFound('file or directory'))
      const children_count = entry.kind === 'directory' ? childrenOf(world.tree, path).length : null
      return response(200).json({ ...withContent(world.tree, entry), children_count })
    }),
    http.get('/api/v1/namespace/details', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (!entry) return response.untyped(notFound('file or directory'))
      return response(200).json(detailsOf(entry, timeIn(world)))
    }),
    http.get('/api/v1/namespace/children', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (!entry) return response.untyped(notFound('file or directory'))
      const rows = childrenOf(world.tree, entry.path).map((row) => withContent(world.tree, row))
      return response(200).json({
        ...pageOf(rows, query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      })
    }),
    http.get('/api/v1/namespace/usage', ({ query, response }) => {
      const path = query.get('path')
      if (!world.tree.has(path)) return response.untyped(notFound('file or directory'))
      const quota = world.quotas.get(path) ?? { namespace_quota: null, space_quota_bytes: null }
      return response(200).json({
        path,
        ...totalsOf(subtreeOf(world.tree, path)),
        ...quota,
        as_of: timeIn(world),
      })
    }),
  ]
}

function searchHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/search', ({ query, response }) => {
      const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const scope = query.get('path') ?? '/'
      if (!world.tree.has(scope)) return response.untyped(notFound('directory to search in'))
      const found = subtreeOf(world.tree, scope).filter(
        (entry) =>
          entry.path !== scope &&
          words.every((word) => entry.name.toLowerCase().includes(word)) &&
          entry.owner === (query.get('owner') ?? entry.owner) &&
          entry.group === (query.get('group') ?? entry.group) &&
          entry.kind === (query.get('kind') ?? entry.kind) &&
          entry.size_bytes >= Number(query.get('size_min') ?? 0) &&
          entry.size_bytes <= Number(query.get('size_max') ?? Number.MAX_SAFE_INTEGER),
      )
      const hits = found.map((entry) => ({
        ...entry,
        fuzzy: false,
        highlights: words
          .map((word) => entry.name.toLowerCase().indexOf(word))
          .map((start, at) => [start, start + (words[at]?.length ?? 0)])
          .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
      }))
      return response(200).json({
        ...pageOf(hits, query.get('cursor'), query.get('limit')),
        total: hits.length,
        total_is_exact: true,
        source: 'index',
        as_of: { sequence: world.feed.sequence, time: timeIn(world, 2_000) },
        lag_ms: world.feed.lag_ms ?? 0,
      })
    }),
    http.get('/api/v1/search/facets', ({ response }) =>
      response(200).json({
        total: world.tree.size,
        length_bytes: 0,
        dimensions: [
          {
            dimension: 'owner',
            values: [
              { value: 'alice', count: 3, length_bytes: 2 ** 20 },
              { value: 'hdfs', count: 2, length_bytes: 0 },
            ],
          },
        ],
        complete: true,
        source: 'replica',
        index_because: null,
        as_of: { sequence: world.feed.sequence, time: timeIn(world, 2_000) },
        lag_ms: world.feed.lag_ms ?? 0,
      }),
    ),
  ]
}

function tokenHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/tokens', ({ query, response }) =>
      response(200).json(pageOf(world.tokens, query.get('cursor'), query.get('limit'))),
    ),
    http.post('/api/v1/tokens', async ({ request, response }) => {
      const body = await request.json()
      if (world.tokens.some((token) => token.name === body.name)) {
        return response.untyped(
          problem(400, 'invalid_argument', 'The request is not valid', {
            fields: { name: ['You have a token of this name.'] },
          }),
        )
      }
      const token = {
        ...body,
        id: world.tokens.length + 1,
        created_at: timeIn(world),
        last_used_at: null,
      }
      world.tokens.unshift(token)
      recordAudit(world, { action: 'token.create', after: { name: token.name } })
      return response(201).json({ ...token, secret: 'wrn_f6q0yV1sT0kEnS3cr3tF0rT3stsOnly' })
    }),
    http.get('/api/v1/users/tokens', ({ query, response }) =>
      response(200).json(
        pageOf(
          [
            ...world.othersTokens,
            ...world.tokens.map((token) => ({ ...token, username: world.me?.username ?? '' })),
          ],
          query.get('cursor'),
          query.get('limit'),
        ),
      ),
    ),
    http.delete('/api/v1/users/tokens/{token_id}', ({ params, response }) => {
      const left = (token: { id: number }) => String(token.id) !== String(params.token_id)
      world.othersTokens = world.othersTokens.filter(left)
      world.tokens = world.tokens.filter(left)
      return response(204).empty()
    }),
    http.delete('/api/v1/tokens/{token_id}', ({ params, response }) => {
      world.tokens = world.tokens.filter((token) => String(token.id) !== String(params.token_id))
      return response(204).empty()
    }),
  ]
}

function auditHandler(world: World): HttpHandler {
  return http.get('/api/v1/audit', ({ query, response }) => {
    const rows = world.audit.filter(
      (entry) =>
        entry.actor.includes(query.get('actor') ?? '') &&
        entry.action.includes(query.get('action') ?? '') &&
        entry.path.startsWith(query.get('path') ?? ''),
    )
    return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
  })
}

function pipelineHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/pipeline', ({ response }) => response(200).json(world.pipeline)),
    http.post('/api/v1/pipeline', async ({ request, response }) => {
      const { command } = await request.json()
      if (command === 'pause' || command === 'resume') {
        world.pipeline = { ...world.pipeline, paused: command === 'pause' }
      } else {
        const kind = command === 'rebuild' ? 'rebuild_index' : 'repair_index'
        world.pipeline = { ...world.pipeline, jobs: [{ id: 71, kind, state: 'queued' }] }
      }
      return response(202).json(world.pipeline)
    }),
  ]
}
