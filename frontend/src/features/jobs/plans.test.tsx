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

it('tells whose files are below the directory that a plan is about', async () => {
  const part = (name: string, files: number) => ({ name, files, length_bytes: files * 1024 })
  showPlan('move', {
    owned: {
      owners: [part('ann', 3), part('bob', 1)],
      groups: [part('staff', 4)],
      more: false,
      as_of_sequence: 42,
    },
  })
  expect(await fact('Files by owner')).toHaveTextContent('ann: 3 files, 3 KiB; bob: 1 file, 1 KiB')
  expect(await fact('Files by group')).toHaveTextContent(/^staff: 4 files, 4 KiB$/)
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

it('says whom a plan concerns, how long it takes, and what directories above gain', async () => {
  showPlan('move', {
    concerns: {
      open_files: {
        count: 7,
        more: true,
        items: [{ path: '/data/open', holder: 'DFSClient_1', client: '10.0.0.7' }],
      },
      snapshots: {
        count: 2,
        items: [{ directory: '/data', name: 's2', created_at_ms: 1_700_000_000_000 }],
      },
      with_snapshots: { count: 1, items: ['/data/kept'] },
      all_inodes: false,
      system_directories: ['/user'],
      unknown_users: ['zoee'],
    },
    estimate: { calls: 40, inodes_per_s: 20.4, seconds: 90, basis: 'former_jobs' },
    totals: {
      directories: [
        {
          path: '/data',
          files: -3,
          directories: 0,
          length_bytes: -2_048,
          space_consumed_bytes: -6_144,
        },
      ],
      more: true,
    },
  })
  expect(
    await screen.findByText(
      'About 1 min 30 s, in 40 calls of namenodes, by former jobs: 20 entries a second.',
    ),
  ).toBeVisible()
  const panel = within(screen.getByRole('region', { name: 'If it is run' }))
  const alerts = panel.getAllByRole('alert')
  expect(alerts[0]).toHaveTextContent('Everybody relies on some of this/user')
  expect(alerts[1]).toHaveTextContent('The namenodes know no group of zoee')
  expect(alerts[2]).toHaveTextContent('7 files open for writing')
  expect(alerts[2]).toHaveTextContent('/data/open by DFSClient_1 at 10.0.0.7and 6 more')
  expect(alerts[3]).toHaveTextContent('can’t be deleted for good/data/kept')
  expect(screen.getByText(/2 snapshots keep what is there now/)).toBeVisible()
  expect(screen.getByText(/the others were not asked about/)).toBeVisible()
  expect(screen.getByText(/more open files than were looked at/)).toBeVisible()
  expect(screen.getByRole('row', { name: '/data −3 0 −2 KiB −6 KiB' })).toBeVisible()
  expect(screen.getByText(/further directories, which were not added up/)).toBeVisible()
})

it('says how little is known of how long a plan takes', async () => {
  const nothing = { calls: 1, inodes_per_s: null, seconds: null, basis: 'none' } as const
  showPlan('move', { estimate: nothing })
  expect(await screen.findByText(/no such job was run/)).toBeVisible()
  const panel = within(screen.getByRole('region', { name: 'If it is run' }))
  expect(panel.queryByRole('alert')).not.toBeInTheDocument()
})
