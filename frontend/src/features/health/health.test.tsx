import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, createWorld, timeIn, VIEWER, type World } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

/** A datanode has died, and blocks miss replicas. */
function createTrouble(me = ADMIN): World {
  const world = createWorld({ me })
  const [, blocks, datanodes] = world.checks
  if (blocks) {
    blocks.verdict = 'error'
    blocks.reason = '3 blocks have no good replica that can be reached.'
  }
  if (datanodes) {
    datanodes.verdict = 'warning'
    datanodes.reason = '1 datanode is dead: b.example.'
  }
  world.healthChanges.push({
    id: 1,
    key: 'datanodes',
    at: timeIn(world, 60_000),
    before: 'ok',
    verdict: 'warning',
    reason: '1 datanode is dead: b.example.',
  })
  return world
}

it('shows the verdict and its reasons on the first page', async () => {
  renderConsole('/', createTrouble())
  const panel = await screen.findByRole('region', { name: 'Health' })
  expect(await within(panel).findByText('1 error, 1 warning')).toBeVisible()
  const reasons = within(panel).getAllByRole('link')
  expect(reasons.map((link) => link.textContent)).toEqual([
    'All checks',
    '3 blocks have no good replica that can be reached.',
    '1 datanode is dead: b.example.',
  ])
  expect(reasons[1]).toHaveAttribute('href', '/blocks')
})

it('says so when all is well', async () => {
  renderConsole('/', createWorld({ me: ADMIN }))
  const panel = await screen.findByRole('region', { name: 'Health' })
  expect(await within(panel).findByText('All is well')).toBeVisible()
})

it('lists the worst first, with what to do, and what changed', async () => {
  renderConsole('/health', createTrouble())
  const table = await screen.findByRole('table', { name: 'All checks, the worst first' })
  const rows = await within(table).findAllByRole('row')
  expect(rows[1]).toHaveTextContent('No block is missing')
  expect(rows[1]).toHaveTextContent('Bring those datanodes back.')
  expect(rows[3]).toHaveTextContent('Namenodes serve')
  expect(rows[3]).not.toHaveTextContent('Start those that died.')
  const history = await screen.findByRole('table', { name: 'Changes of verdicts, newest first' })
  expect(await within(history).findByText('Datanodes live')).toBeVisible()
})

it('mutes a check with a reason, and lets it count again', async () => {
  const { user, world, router } = renderConsole('/health', createTrouble())
  await user.click(await screen.findByRole('button', { name: 'Mute: Datanodes live' }))
  expect(router.state.location.search).toEqual({ mute: 'datanodes' })
  const dialog = await screen.findByRole('dialog', { name: 'Mute this check' })
  await user.click(within(dialog).getByRole('button', { name: 'Mute check' }))
  expect(await within(dialog).findByText('Say why it may be muted')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Why'), 'disk is ordered')
  await user.click(within(dialog).getByRole('button', { name: 'Mute check' }))
  expect(await screen.findByText(/Muted until .*: disk is ordered \(admin\)/)).toBeVisible()
  expect(world.checks[2]?.mute?.reason).toBe('disk is ordered')
  await user.click(screen.getByRole('button', { name: 'Unmute: Datanodes live' }))
  await waitFor(() => expect(world.checks[2]?.mute).toBeNull())
})

it('tells viewers why they mute nothing', async () => {
  renderConsole('/health', createTrouble(VIEWER))
  const button = await screen.findByRole('button', { name: 'Mute: Datanodes live' })
  expect(button).toHaveAccessibleDescription('Operators mute checks')
})
