import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ClusterEvent } from '~/api/cluster'
import { ADMIN, createWorld, timeIn, VIEWER, type World } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { describeCause } from './wording'

function eventOf(world: World, change: Partial<ClusterEvent>): ClusterEvent {
  return {
    id: 1,
    kind: 'namenode_joined',
    cause: 'started',
    subject: 'nn1',
    subject_id: 1,
    related: null,
    related_id: null,
    epoch: 4,
    missed_heartbeats: 0,
    operation: null,
    observer: 'nn2',
    started_at: timeIn(world, 5_000),
    detected_at: timeIn(world, 2_000),
    effective_at: timeIn(world, 2_000),
    duration_ms: 0,
    ...change,
  }
}

function kill(world: World): void {
  world.killed = 'nn1'
  world.events.unshift(
    eventOf(world, {
      id: 3,
      kind: 'leader_changed',
      cause: 'leader_evicted',
      subject: 'nn2',
      subject_id: 2,
      related: 'nn1',
      related_id: 1,
      epoch: 5,
      duration_ms: 3_200,
    }),
    eventOf(world, {
      id: 2,
      kind: 'namenode_evicted',
      cause: 'missed_heartbeats',
      missed_heartbeats: 6,
      duration_ms: 3_200,
    }),
  )
}

describe('the failover page', () => {
  it('follows a namenode that is killed while it is open', async () => {
    const world = createWorld({ me: ADMIN })
    renderConsole('/failover', world)
    const members = await screen.findByRole('table', { name: /state in the election/ })
    expect(await within(members).findByRole('row', { name: /nn1 Leader live/ })).toBeVisible()
    expect(screen.getByText('No subtree is locked')).toBeVisible()

    kill(world)
    const late = { timeout: 4_000 }
    expect(await within(members).findByRole('row', { name: /nn1 dead/ }, late)).toBeVisible()
    expect(within(members).getByRole('row', { name: /nn2 Leader live/ })).toBeVisible()
    const timeline = await screen.findByRole('table', { name: 'What happened, newest first' }, late)
    const [, newest, before] = within(timeline).getAllByRole('row')
    expect(newest).toHaveTextContent(/Leader changed.*nn2.*nn1, was evicted.*3\.2 s.*5/)
    expect(before).toHaveTextContent(/Namenode evicted.*nn1.*missed 6 heartbeats, as nn2 saw it/)
  })

  it('drains a namenode and has it serve again', async () => {
    const world = createWorld({ me: ADMIN })
    const { user } = renderConsole('/failover', world)
    await user.click(await screen.findByRole('button', { name: 'Drain… nn2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Drain nn2?' })
    await user.click(within(dialog).getByRole('button', { name: 'Drain' }))
    expect(await within(dialog).findByText('Say why')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox', { name: 'Why' }), 'a new kernel')
    await user.click(within(dialog).getByRole('button', { name: 'Drain' }))
    expect(await screen.findByRole('row', { name: /nn2 drained.*asked for it/ })).toBeVisible()
    expect(world.namenodeChanges[0]).toMatchObject({ service: 'drained', reason: 'a new kernel' })

    await user.click(screen.getByRole('button', { name: 'Start… nn2' }))
    const back = await screen.findByRole('dialog', { name: 'Start nn2?' })
    await user.type(within(back).getByRole('textbox', { name: 'Why' }), 'done')
    await user.click(within(back).getByRole('button', { name: 'Start' }))
    expect(await screen.findByRole('row', { name: /nn2 live/ })).toBeVisible()
  })

  it('says why a namenode was not drained', async () => {
    const world = createWorld({ me: ADMIN })
    const { user } = renderConsole('/failover', world)
    await user.click(await screen.findByRole('button', { name: 'Drain… nn1' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Why' }), 'in vain{Enter}')
    expect(await screen.findByText(/No other namenode serves/)).toBeVisible()
  })

  it('offers no change to viewers', async () => {
    renderConsole('/failover', createWorld({ me: VIEWER }))
    expect(await screen.findByRole('row', { name: /nn1 Leader live/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Drain/ })).toBeNull()
  })

  it('filters by kind in the address, and pages on the server', async () => {
    const world = createWorld({ me: ADMIN })
    world.events = Array.from({ length: 30 }, (_, at) => eventOf(world, { id: 30 - at }))
    const { user, router } = renderConsole('/failover?kind=namenode_joined', world)
    expect(await screen.findByText('1–25 events')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('26–30 events')).toBeVisible()
    expect(router.state.location.search).toEqual({ kind: 'namenode_joined', cursor: '25' })
    await user.click(screen.getByRole('combobox', { name: 'Kind of event' }))
    await user.click(await screen.findByRole('option', { name: 'Leader changed' }))
    expect(await screen.findByText('No event of this kind')).toBeVisible()
    expect(router.state.location.search).toEqual({ kind: 'leader_changed' })
  })

  it('shows whose subtree lock was left behind', async () => {
    const world = createWorld({ me: ADMIN })
    world.subtreeOperations = [
      {
        inode_id: 16_400,
        path: '/data/old',
        operation: 'delete',
        user: 'olga',
        owner: 'nn1',
        owner_id: 1,
        owner_live: false,
        started_at: timeIn(world, 61_000),
      },
    ]
    renderConsole('/failover', world)
    const row = await screen.findByRole('row', { name: /data\/old/ })
    expect(row).toHaveTextContent('/data/olddelete by olgann1 (gone)1 min ago')
  })
})

it('words causes whose names are lost', () => {
  const world = createWorld()
  const broken = eventOf(world, {
    kind: 'subtree_lock_broken',
    cause: 'owner_gone',
    subject: '/data',
    related_id: 7,
    operation: 'delete',
  })
  expect(describeCause(broken)).toBe('The delete of id 7, which is gone; broken by nn2')
})
