import type { HttpHandler } from 'msw'
import type { HealthCheck, HealthChecks, HealthVerdict } from '~/api/health'
import { http, notFound, pageOf } from './http'
import { recordAudit, timeIn, type World } from './world'

const HOUR_MS = 60 * 60 * 1_000

/** A cluster that is well. */
export function createChecks(nowMs: number): HealthCheck[] {
  const well = {
    verdict: 'ok' as const,
    since: new Date(nowMs - 5 * HOUR_MS).toISOString(),
    mute: null,
  }
  return [
    {
      ...well,
      key: 'namenodes',
      title: 'Namenodes serve',
      reason: '2 namenodes serve.',
      remedy: 'Start those that died.',
      page: '/failover',
    },
    {
      ...well,
      key: 'missing_blocks',
      title: 'No block is missing',
      reason: 'Every block has a good replica that can be reached.',
      remedy: 'Bring those datanodes back.',
      page: '/blocks',
    },
    {
      ...well,
      key: 'datanodes',
      title: 'Datanodes live',
      reason: '1 datanode lives.',
      remedy: 'Start them again, or take them out of service.',
      page: '/datanodes',
    },
    {
      ...well,
      key: 'directory_totals',
      title: 'Totals of directories are right',
      reason: '1,200 directories were checked since the namenodes started, 0 wrong.',
      remedy: 'Wrong totals are mended by themselves.',
      page: '/usage',
    },
  ]
}

export function healthHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/health/checks', ({ response }) => response(200).json(checksOf(world))),
    http.get('/api/v1/health/changes', ({ query, response }) =>
      response(200).json(pageOf(world.healthChanges, query.get('cursor'), query.get('limit'))),
    ),
    http.put('/api/v1/health/checks/{key}/mute', async ({ params, request, response }) => {
      const check = world.checks.find(({ key }) => key === params.key)
      if (!check) return response.untyped(notFound('check'))
      check.mute = { ...(await request.json()), by: world.me?.username ?? null }
      recordAudit(world, { action: 'health.mute' })
      return response(200).json(check.mute)
    }),
    http.delete('/api/v1/health/checks/{key}/mute', ({ params, response }) => {
      const check = world.checks.find(({ key }) => key === params.key)
      if (!check?.mute) return response.untyped(notFound('mute'))
      check.mute = null
      return response(204).empty()
    }),
  ]
}

function checksOf(world: World): HealthChecks {
  const counting = world.checks.filter(({ mute }) => mute === null)
  const count = (wanted: HealthVerdict) =>
    counting.filter(({ verdict }) => verdict === wanted).length
  const worst: HealthVerdict[] = ['error', 'warning', 'unknown', 'ok']
  return {
    verdict: worst.find((verdict) => count(verdict) > 0) ?? 'ok',
    as_of: timeIn(world, 3_000),
    errors: count('error'),
    warnings: count('warning'),
    unknowns: count('unknown'),
    muted: world.checks.length - counting.length,
    items: world.checks,
  }
}
