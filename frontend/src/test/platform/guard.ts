import type { HttpHandler } from 'msw'
import type { FreezeWindow, FreezeWindowWriteRequest, GuardRule } from '~/api/guard'
import type { Job } from '~/api/jobs'
import { changedMeanwhile, http, newTag, notFound, pageOf, problem } from './http'
import { timeIn, type World } from './world'

const DAY_MS = 24 * 3_600_000

/** Rules that mark jobs by their kind alone, and approvals of what they mark. */
export function guardHandlers(world: World): HttpHandler[] {
  const ruleOf = (id: string) => world.guardRules.find((rule) => String(rule.id) === id)
  return [
    http.get('/api/v1/guard/rules', ({ response }) =>
      response(200).json({ items: world.guardRules }),
    ),
    http.post('/api/v1/guard/rules', async ({ request, response }) => {
      const rule = guardRule(world, await request.json())
      world.guardRules.push(rule)
      return response(201).json(rule)
    }),
    http.get('/api/v1/guard/rules/{rule_id}', ({ params, response }) => {
      const rule = ruleOf(params.rule_id)
      return rule ? response(200).json(rule) : response.untyped(notFound('rule'))
    }),
    http.put('/api/v1/guard/rules/{rule_id}', async ({ params, request, response }) => {
      const rule = ruleOf(params.rule_id)
      if (!rule) return response.untyped(notFound('rule'))
      const refusal = changedMeanwhile(request, rule)
      if (refusal) return response.untyped(refusal)
      Object.assign(rule, guardRule(world, await request.json()), { id: rule.id })
      return response(200).json(rule)
    }),
    http.delete('/api/v1/guard/rules/{rule_id}', ({ params, response }) => {
      world.guardRules = world.guardRules.filter(({ id }) => String(id) !== params.rule_id)
      return response(204).empty()
    }),
    ...windowHandlers(world),
    ...approvalHandlers(world),
  ]
}

function windowHandlers(world: World): HttpHandler[] {
  const windowOf = (id: string) => world.windows.find((window) => String(window.id) === id)
  return [
    http.get('/api/v1/guard/windows', ({ response }) =>
      response(200).json({ items: world.windows }),
    ),
    http.post('/api/v1/guard/windows', async ({ request, response }) => {
      const window = freezeWindow(world, await request.json())
      world.windows.push(window)
      return response(201).json(window)
    }),
    http.get('/api/v1/guard/windows/{window_id}', ({ params, response }) => {
      const window = windowOf(params.window_id)
      return window ? response(200).json(window) : response.untyped(notFound('window'))
    }),
    http.put('/api/v1/guard/windows/{window_id}', async ({ params, request, response }) => {
      const window = windowOf(params.window_id)
      if (!window) return response.untyped(notFound('window'))
      const refusal = changedMeanwhile(request, window)
      if (refusal) return response.untyped(refusal)
      Object.assign(window, freezeWindow(world, await request.json()), { id: window.id })
      return response(200).json(window)
    }),
    http.delete('/api/v1/guard/windows/{window_id}', ({ params, response }) => {
      world.windows = world.windows.filter(({ id }) => String(id) !== params.window_id)
      return response(204).empty()
    }),
    http.post('/api/v1/guard/windows/{window_id}/lift', ({ params, response }) => {
      const window = windowOf(params.window_id)
      if (!window) return response.untyped(notFound('window'))
      window.lifted_until = window.holds_until
      window.holds_until = null
      return response(200).json(window)
    }),
    http.get('/api/v1/guard/limits', ({ response }) =>
      response(200).json({ items: world.roleLimits }),
    ),
    http.get('/api/v1/guard/limits/{role}', ({ params, response }) => {
      const limit = world.roleLimits.find(({ role }) => role === params.role)
      return limit ? response(200).json(limit) : response.untyped(notFound('role'))
    }),
    http.put('/api/v1/guard/limits/{role}', async ({ params, request, response }) => {
      const limit = world.roleLimits.find(({ role }) => role === params.role)
      if (!limit) return response.untyped(notFound('role'))
      const refusal = changedMeanwhile(request, limit)
      if (refusal) return response.untyped(refusal)
      const changed_by = world.me?.username ?? ''
      const changed = { changed_at: timeIn(world), changed_by, etag: newTag() }
      Object.assign(limit, await request.json(), changed)
      return response(200).json(limit)
    }),
  ]
}

function freezeWindow(world: World, values: FreezeWindowWriteRequest): FreezeWindow {
  const { starts_at = null, ends_at = null } = values
  const holds =
    starts_at !== null &&
    ends_at !== null &&
    Date.parse(starts_at) <= world.nowMs() &&
    world.nowMs() < Date.parse(ends_at)
  return {
    id: world.windows.length + 1,
    kinds: [],
    path_prefix: null,
    holds_running: false,
    weekdays: [],
    start_minute: null,
    duration_minutes: null,
    lifted_until: null,
    changed_at: timeIn(world),
    changed_by: world.me?.username ?? 'SYSTEM',
    etag: newTag(),
    ...values,
    starts_at,
    ends_at,
    holds_until: holds ? ends_at : null,
  }
}

function approvalHandlers(world: World): HttpHandler[] {
  const waitingOf = (id: string) =>
    world.jobs.find(
      (job) => String(job.id) === id && job.approval && job.state === 'waiting_for_approval',
    )
  const decide = (job: Job, state: 'approved' | 'refused', comment: string) => {
    if (!job.approval) return job
    job.state = state === 'approved' ? 'queued' : 'refused'
    job.approval = {
      ...job.approval,
      state,
      comment,
      decided_at: timeIn(world),
      decided_by: world.me?.username ?? '',
    }
    return job
  }
  return [
    http.get('/api/v1/approvals', ({ query, response }) => {
      const rows = world.jobs.filter(({ state }) => state === 'waiting_for_approval')
      const mine = rows.filter((job) => !job.approval?.not_by.includes(world.me?.username ?? ''))
      return response(200).json({
        ...pageOf(query.get('all') ? rows : mine, query.get('cursor'), query.get('limit')),
        for_me: mine.length,
      })
    }),
    http.post('/api/v1/jobs/{job_id}/approve', async ({ params, request, response }) => {
      const job = waitingOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      const { content_sha256, comment } = await request.json()
      if (job.approval?.content_sha256 !== content_sha256)
        return response.untyped(
          problem(409, 'content_changed', 'The job is not what was looked at'),
        )
      return response(202).json(decide(job, 'approved', comment ?? ''))
    }),
    http.post('/api/v1/jobs/{job_id}/refuse', async ({ params, request, response }) => {
      const job = waitingOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      return response(200).json(decide(job, 'refused', (await request.json()).comment))
    }),
  ]
}

export function guardRule(world: World, values: Partial<GuardRule> & { name: string }): GuardRule {
  return {
    id: world.guardRules.length + 1,
    kinds: [],
    path_prefix: null,
    inodes_min: null,
    size_bytes_min: null,
    approver: 'admin',
    enabled: true,
    changed_at: timeIn(world),
    changed_by: world.me?.username ?? 'SYSTEM',
    etag: newTag(),
    ...values,
  }
}

/** Has a job wait where a rule marks its kind. */
export function guard(world: World, job: Job, reason: string): void {
  const rules = world.guardRules.filter(
    ({ enabled, kinds }) => enabled && (kinds.length === 0 || kinds.includes(job.kind)),
  )
  const [first] = rules
  if (job.dry_run || !first) return
  job.state = 'waiting_for_approval'
  job.approval = {
    state: 'waiting',
    approver: first.approver,
    not_by: [job.actor],
    rules,
    reason,
    asked_at: timeIn(world),
    expires_at: timeIn(world, -3 * DAY_MS),
    decided_at: null,
    decided_by: null,
    comment: '',
    content_sha256: String(job.id).padStart(64, '0'),
  }
}
