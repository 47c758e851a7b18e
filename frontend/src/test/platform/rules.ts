import type { HttpHandler } from 'msw'
import type { Rule, RuleRun, RuleWriteRequest } from '~/api/rules'
import { changedMeanwhile, http, newTag, notFound, pageOf, problem } from './http'
import { timeIn, type World } from './world'

/** What a run of any rule finds here. */
const FOUND = 12

/** Rules whose runs end at once. */
export function ruleHandlers(world: World): HttpHandler[] {
  const ruleOf = (id: string) => world.rules.find((rule) => String(rule.id) === id)
  return [
    http.get('/api/v1/rules', ({ response }) => response(200).json({ items: world.rules })),
    http.post('/api/v1/rules', async ({ request, response }) => {
      const rule = lifecycleRule(world, await request.json())
      world.rules.push(rule)
      return response(201).json(rule)
    }),
    http.put('/api/v1/rules/{rule_id}', async ({ params, request, response }) => {
      const rule = ruleOf(params.rule_id)
      if (!rule) return response.untyped(notFound('rule'))
      const refusal = changedMeanwhile(request, rule)
      if (refusal) return response.untyped(refusal)
      Object.assign(rule, lifecycleRule(world, await request.json()), { id: rule.id })
      return response(200).json(rule)
    }),
    http.get('/api/v1/rules/{rule_id}', ({ params, response }) => {
      const rule = ruleOf(params.rule_id)
      return rule ? response(200).json(rule) : response.untyped(notFound('rule'))
    }),
    http.delete('/api/v1/rules/{rule_id}', ({ params, response }) => {
      world.rules = world.rules.filter(({ id }) => String(id) !== params.rule_id)
      return response(204).empty()
    }),
    http.post('/api/v1/rules/{rule_id}/arm', ({ params, response }) => {
      const rule = ruleOf(params.rule_id)
      if (!rule) return response.untyped(notFound('rule'))
      if (!world.ruleRuns.get(rule.id)?.length)
        return response.untyped(
          problem(409, 'not_tried', 'No dry run of this rule has ended yet', {
            detail: 'Run it, look at what it would do, then arm it.',
          }),
        )
      Object.assign(rule, { armed: true, armed_by: world.me?.username ?? '', disarmed_why: '' })
      rule.etag = newTag()
      return response(200).json(rule)
    }),
    http.post('/api/v1/rules/{rule_id}/disarm', ({ params, response }) => {
      const rule = ruleOf(params.rule_id)
      if (!rule) return response.untyped(notFound('rule'))
      rule.armed = false
      rule.etag = newTag()
      return response(200).json(rule)
    }),
    http.post('/api/v1/rules/{rule_id}/run', ({ params, response }) => {
      const rule = ruleOf(params.rule_id)
      if (!rule) return response.untyped(notFound('rule'))
      return response(202).json(addRun(world, rule))
    }),
    http.get('/api/v1/rules/{rule_id}/runs', ({ params, query, response }) => {
      const runs = world.ruleRuns.get(Number(params.rule_id)) ?? []
      return response(200).json(pageOf(runs, query.get('cursor'), query.get('limit')))
    }),
  ]
}

export function addRun(world: World, rule: Rule): RuleRun {
  const runs = world.ruleRuns.get(rule.id) ?? []
  const run: RuleRun = {
    id: runs.length + 1,
    due_at: timeIn(world),
    asked_by: world.me?.username ?? '',
    state: rule.armed ? 'done' : 'planned',
    armed: rule.armed,
    plan_id: 1,
    job_id: rule.armed ? 2 : null,
    inodes: FOUND,
    size_bytes: FOUND * 2 ** 20,
    changed: FOUND,
    errors: 0,
    why: '',
    started_at: timeIn(world),
    finished_at: timeIn(world),
  }
  world.ruleRuns.set(rule.id, [run, ...runs])
  return run
}

export function lifecycleRule(world: World, body: RuleWriteRequest): Rule {
  const { parameters, ...values } = body
  return {
    id: world.rules.length + 1,
    owner: world.me?.username ?? 'SYSTEM',
    hour: 0,
    weekday: null,
    day: null,
    enabled: true,
    inodes_max: null,
    size_bytes_max: null,
    armed: false,
    armed_by: '',
    disarmed_why: '',
    next_due_at: null,
    changed_at: timeIn(world),
    etag: newTag(),
    parameters: parameters ?? {},
    ...values,
  }
}
