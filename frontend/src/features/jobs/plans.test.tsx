import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Job } from '~/api/jobs'
import { ADMIN, addJob, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

const TRASH = '/user/ann/.Trash/Current'

/** Shows a plan that ended with a result. */
function showPlan(kind: 'move' | 'restore', result: NonNullable<Job['result']>) {
  const world = createWorld({ me: ADMIN })
  const plan = addJob(world, { kind, selection: { inode_ids: [7, 8] }, dry_run: true }, null)
  plan.state = 'succeeded_with_errors'
  plan.result = result
  return renderConsole(`/jobs/${plan.id}`, world)
}

/** What is said under a name. */
async function fact(name: string) {
  return (await screen.findByText(name)).nextElementSibling
}

it('tells which directories a plan makes, and which places are taken', async () => {
  showPlan('restore', {
    missing_parents: ['/a', '/a/b'],
    missing_parents_count: 7,
    taken: [{ path: `${TRASH}/kept`, place: '/kept' }],
    taken_count: 1,
  })
  const made = await fact('Made above them')
  expect(made).toHaveTextContent('7 directories')
  expect(made).toHaveTextContent('/a/b')
  expect(made).toHaveTextContent('and 5 more')
  const taken = await fact('Places taken')
  expect(taken).toHaveTextContent('1 entry left alone')
  expect(taken).toHaveTextContent(`/kept, for ${TRASH}/kept`)
  expect(taken).not.toHaveTextContent('more')
})

it('tells how many there are to who sees no paths of it', async () => {
  showPlan('move', { missing_parents_count: 2, taken_count: 3 })
  expect(await fact('Places taken')).toHaveTextContent('3 entries')
  expect(await fact('Made above them')).toHaveTextContent('2 directories')
})

const FULL = {
  inode_id: 9,
  path: '/data',
  gains: { names: 2, space_bytes: 2048 },
  exceeded: true,
  types_exact: true,
  amounts: [
    { amount: 'names', limit: 1000, used: 5, after: 7, exceeded: false },
    { amount: 'space_bytes', limit: 2048, used: 1024, after: 3072, exceeded: true },
  ],
} as const

/** As a plan keeps them. */
function sums(exceeded: number, more = false): NonNullable<Job['result']> {
  return {
    quotas: {
      directories: [{ ...FULL, amounts: [...FULL.amounts], exceeded: exceeded > 0 }],
      exceeded,
      more,
    },
  }
}

it('says first that all of it together exceeds a quota, and runs it where that is wanted', async () => {
  const { user, router } = showPlan('move', sums(1))
  expect(
    await screen.findByText('All of it together exceeds the quotas of 1 directory'),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: '/data Entries 1,000 5 7' })).toBeVisible()
  expect(
    screen.getByRole('row', { name: /^\/data Space 2 KiB 1 KiB 3 KiB, too much/ }),
  ).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Run for real…' }))
  const question = await screen.findByRole('dialog', { name: 'Move: run for real?' })
  await user.click(within(question).getByRole('button', { name: 'Move' }))
  expect(await within(question).findByText('Quotas would be exceeded')).toBeVisible()
  await user.click(within(question).getByLabelText('Run it although quotas would be exceeded'))
  await user.click(within(question).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/2'))
})

it('offers nothing of that where quotas allow it, and says what was not added up', async () => {
  const { user } = showPlan('move', sums(0, true))
  expect(await screen.findByText(/further directories with a quota/)).toBeVisible()
  expect(screen.queryByText(/exceeds the quotas/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Run for real…' }))
  await screen.findByRole('dialog', { name: 'Move: run for real?' })
  expect(screen.queryByLabelText('Run it although quotas would be exceeded')).toBeNull()
})
