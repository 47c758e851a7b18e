import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from '~/api/auth'
import { addRun, lifecycleRule } from '~/test/platform/rules'
import { ADMIN, createWorld, permissionsOf, VIEWER, type World } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const OLGA: Me = {
  username: 'olga',
  role: 'operator',
  hdfs_user: 'olga',
  origin: 'local',
  permissions: permissionsOf('operator'),
}

function createRuled(me: World['me']): World {
  const world = createWorld({ me: OLGA })
  world.rules.push(
    lifecycleRule(world, {
      name: 'old logs',
      q: 'ext:log',
      kind: 'delete',
      every: 'week',
      weekday: 6,
      hour: 3,
    }),
  )
  world.me = me
  return world
}

it('makes a rule, counting what its search finds now', async () => {
  const { user, world, router } = renderConsole('/rules', createWorld({ me: OLGA }))
  expect(await screen.findByText('No rules yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  expect(await dialog.findByText('Say what it looks for')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'reports')
  await user.type(dialog.getByLabelText('Search'), 'report')
  expect(await dialog.findByText(/^Finds \d+ entr/)).toBeVisible()
  await user.type(dialog.getByLabelText('Group'), 'archive')
  await user.type(dialog.getByLabelText('Entries, at most'), '500')
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  expect(await screen.findByText('It has not run yet')).toBeVisible()
  expect(router.state.location.search).toEqual({ rule: '1' })
  expect(screen.getByText('Sundays at 03:00')).toBeVisible()
  expect(world.rules[0]).toMatchObject({
    parameters: { group: 'archive' },
    inodes_max: 500,
    weekday: 6,
    day: null,
  })
})

it('makes rules that store what is cold elsewhere', async () => {
  const { user, world } = renderConsole('/rules', createWorld({ me: OLGA }))
  await user.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await user.type(dialog.getByLabelText('Name'), 'cold logs')
  await user.type(dialog.getByLabelText('Search'), 'ext:log')
  await user.click(dialog.getByRole('combobox', { name: 'What is done to it' }))
  await user.click(await screen.findByRole('option', { name: 'Change storage policy' }))
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  expect(await dialog.findByText('Choose one')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'Storage policy' }))
  await user.click(await screen.findByRole('option', { name: 'COLD' }))
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  expect(await screen.findByText('It has not run yet')).toBeVisible()
  expect(world.rules[0]).toMatchObject({
    kind: 'set_storage_policy',
    parameters: { storage_policy: 'COLD' },
    every: 'week',
  })
})

it('is run dry before it is armed, and then for real', async () => {
  const { user, world } = renderConsole('/rules', createRuled(OLGA))
  await user.click(await screen.findByRole('button', { name: 'Arm: old logs' }))
  const early = within(await screen.findByRole('dialog', { name: 'Arm this rule?' }))
  await user.click(early.getByRole('button', { name: 'Arm' }))
  expect(await early.findByText('No dry run of this rule has ended yet')).toBeVisible()
  await user.click(early.getByRole('button', { name: 'Not now' }))

  await user.click(screen.getByRole('button', { name: 'Run now: old logs' }))
  const runs = within(await screen.findByRole('table', { name: 'Runs of old logs, newest first' }))
  expect(await runs.findByText('Dry run done')).toBeVisible()
  expect(runs.getByRole('link', { name: 'dry run 1' })).toHaveAttribute('href', '/jobs/1')

  await user.click(screen.getByRole('button', { name: 'Arm: old logs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Arm this rule?' }))
  await user.click(dialog.getByRole('button', { name: 'Arm' }))
  expect(await screen.findByText('Armed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Run now: old logs' }))
  expect(await runs.findByRole('link', { name: 'job 2' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Disarm: old logs' }))
  await waitFor(() => expect(world.rules[0]?.armed).toBe(false))
})

it('says why a rule stopped by itself', async () => {
  const world = createRuled(OLGA)
  const [rule] = world.rules
  if (!rule) throw new Error('There is no rule')
  rule.disarmed_why = 'It would touch 20 inodes; usual are 6.'
  Object.assign(addRun(world, rule), { state: 'stopped', why: rule.disarmed_why })
  renderConsole('/rules?rule=1', world)
  expect(await screen.findByText(/It was disarmed by a run/)).toBeVisible()
  expect(screen.getAllByText('Stopped')).not.toHaveLength(0)
})

it('changes a rule with what it holds', async () => {
  const { user, world } = renderConsole('/rules?rule=1&open=edit', createRuled(OLGA))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change rule' }))
  expect(dialog.getByLabelText('Search')).toHaveValue('ext:log')
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'logs')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(world.rules[0]?.name).toBe('logs'))
  expect(world.rules[0]).toMatchObject({ kind: 'delete', parameters: {}, hour: 3 })
})

it('lets administrators stop what others own, and no more', async () => {
  renderConsole('/rules', createRuled(ADMIN))
  expect(await screen.findByRole('button', { name: 'Delete: old logs' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Run now: old logs' })).toHaveAccessibleDescription(
    'It acts in the name of olga, who changes it',
  )
})

it('tells viewers which role it takes', async () => {
  renderConsole('/rules', createWorld({ me: VIEWER }))
  expect(await screen.findByText('Your roles let you have no rules')).toBeVisible()
})
