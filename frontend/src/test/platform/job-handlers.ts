import type { HttpHandler } from 'msw'
import { type EntryJobRequest, isActive, isStartedKind, type JobCreateRequest } from '~/api/jobs'
import { beginCheck, endCheck } from './checks'
import { guard } from './guard'
import { http, notFound, pageOf, problem } from './http'
import { addJob, addUndo, advanceJob, rateLimit, type World } from './world'

type Begun = EntryJobRequest | Extract<JobCreateRequest, { kind: 'take_in' }>

function isStarted(request: JobCreateRequest): request is Begun {
  return isStartedKind(request.kind) || request.kind === 'take_in'
}

/** Jobs move on by one step whenever somebody looks at them. */
export function jobHandlers(world: World): HttpHandler[] {
  const jobOf = (id: unknown) => world.jobs.find((job) => String(job.id) === String(id))
  const byKey = new Map<string, number>()
  return [
    http.get('/api/v1/jobs', ({ query, response }) => {
      for (const job of world.jobs) advanceJob(world, job)
      const rows = world.jobs.filter(
        (job) =>
          job.state === (query.get('state') ?? job.state) &&
          job.kind === (query.get('kind') ?? job.kind),
      )
      return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
    }),
    http.post('/api/v1/jobs', async ({ request, response }) => {
      const body = await request.json()
      if (!body) return response.untyped(problem(400, 'invalid_argument', 'Send a JSON object'))
      const key = request.headers.get('Idempotency-Key') ?? ''
      const known = jobOf(byKey.get(key))
      if (known) return response(202).json(known)
      if (world.me?.role === 'viewer')
        return response.untyped(problem(403, 'access_denied', 'Viewers can’t start jobs'))
      if (body.kind === 'take_over') {
        const job = addJob(world, { kind: 'take_over', path: '/' }, null)
        job.parameters = body.parameters ?? {}
        return response(202).json(job)
      }
      if (!isStarted(body))
        return response.untyped(problem(409, 'under_way', 'The console begins none of these here'))
      if (!world.tree.has(body.path ?? '/')) return response.untyped(notFound('file or directory'))
      const job = addJob(world, body, null)
      byKey.set(key, job.id)
      return response(202).json(job)
    }),
    http.get('/api/v1/jobs/{job_id}', ({ params, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      advanceJob(world, job)
      endCheck(world, job)
      return response(200).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/cancel', ({ params, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      if (!isActive(job.state))
        return response.untyped(problem(409, 'conflict', 'The job has ended already'))
      job.state = 'cancelling'
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/pause', ({ params, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      if (!isActive(job.state) || job.state === 'cancelling')
        return response.untyped(problem(409, 'job_finished', 'The job has ended already'))
      job.state = 'paused'
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/resume', ({ params, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      if (job.state !== 'paused')
        return response.untyped(problem(409, 'job_finished', 'The job has ended already'))
      job.state = 'queued'
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/rate', async ({ params, request, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      if (!isActive(job.state))
        return response.untyped(problem(409, 'job_finished', 'The job has ended already'))
      job.rate_limit = rateLimit((await request.json())?.inodes_per_s_max)
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/priority', async ({ params, request, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      if (!isActive(job.state))
        return response.untyped(problem(409, 'job_finished', 'The job has ended already'))
      job.priority = (await request.json())?.priority ?? job.priority
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/promote', async ({ params, request, response }) => {
      const dryRun = jobOf(params.job_id)
      if (!dryRun) return response.untyped(notFound('job'))
      if (world.tree.get(dryRun.path)?.inode_id !== dryRun.inode_id) {
        return response.untyped(
          problem(409, 'conflict', 'The path names another entry now', {
            detail: 'Start a new dry run to see what would change.',
          }),
        )
      }
      const undone = jobOf(dryRun.undo_of)
      if (undone) return response(202).json(addUndo(world, undone, dryRun.id, false))
      const { kind, path, parameters } = dryRun
      if (!isStartedKind(kind)) return response.untyped(notFound('job'))
      const body = await request.json()
      const exceeded = dryRun.result?.quotas?.exceeded ?? 0
      if (exceeded > 0 && body?.if_quota_exceeded !== 'act') {
        return response.untyped(problem(409, 'quotas_exceeded', 'Quotas would be exceeded'))
      }
      const job = addJob(world, { kind, path, parameters, dry_run: false }, dryRun.id)
      if (dryRun.selection) {
        const if_changed = body?.if_changed ?? dryRun.selection.if_changed
        job.selection = { ...dryRun.selection, if_changed }
      }
      guard(world, job, body?.reason ?? '')
      return response(202).json(job)
    }),
    http.post('/api/v1/jobs/{job_id}/undo', async ({ params, request, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      const body = await request.json()
      if (job.undo !== 'possible')
        return response.untyped(problem(409, 'not_undoable', 'The job can’t be undone'))
      return response(202).json(addUndo(world, job, null, body?.dry_run ?? false))
    }),
    http.post('/api/v1/jobs/{job_id}/check', ({ params, response }) => {
      const job = jobOf(params.job_id)
      if (!job) return response.untyped(notFound('job'))
      beginCheck(world, job)
      return response(202).json(job)
    }),
    http.get('/api/v1/jobs/{job_id}/check', ({ params, response }) => {
      if (world.me?.role === 'viewer')
        return response.untyped(problem(403, 'access_denied', 'Viewers are not told paths'))
      const items = world.jobChecked.get(Number(params.job_id))?.entries ?? []
      return response(200).json({ items })
    }),
    http.get('/api/v1/jobs/{job_id}/changes', ({ params, query, response }) => {
      const changed = world.jobChanges.get(Number(params.job_id)) ?? []
      const rows = [...changed].map(([path, { before, after }]) => ({
        inode_id: after.inode_id,
        path,
        values: [{ attribute: 'owner', before: before.owner, after: after.owner }],
      }))
      return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
    }),
    http.get('/api/v1/jobs/{job_id}/errors', ({ params, query, response }) => {
      const rows = world.jobErrors.get(Number(params.job_id)) ?? []
      return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
    }),
  ]
}
