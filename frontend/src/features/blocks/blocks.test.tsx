import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Block, BlockHealth } from '~/api/blocks'
import { brokenGroup } from '~/test/platform/blocks'
import { ADMIN, breakBlock, createWorld, healBlock, timeIn } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { countText, describeBlock, describeReplica, placeOf, underReplicated } from './wording'

const LATE = { timeout: 5_000 }

describe('the blocks page', () => {
  it('shows a corrupt replica, its file and what happens to it until it has healed', async () => {
    const world = createWorld({ me: ADMIN })
    const { user, router } = renderConsole('/blocks', world)
    expect(await screen.findByText('Every block is stored often enough')).toBeVisible()

    breakBlock(world, '/user/alice/report final (2).csv')
    const list = await screen.findByRole('table', { name: 'Under-replicated' }, LATE)
    const row = within(list).getByRole('row', { name: /report final/ })
    expect(row).toHaveTextContent(/one replica from loss.*1 of 2/)
    await user.click(within(row).getByRole('link', { name: /^\d+$/ }))
    const panel = await screen.findByRole('complementary', { name: 'Block' })
    const replicas = await within(panel).findByRole('table', { name: 'Replicas of this block' })
    expect(within(replicas).getByRole('row', { name: /9866/ })).toHaveTextContent(
      /corrupt.*a client found a wrong checksum/,
    )
    const history = within(panel).getByRole('table', { name: /newest first/ })
    expect(within(history).getAllByRole('row')[1]).toHaveTextContent('Found corrupt')
    expect(router.state.location.search).toEqual({ block: '1073741900' })

    healBlock(world)
    expect(await within(panel).findByText('well', {}, LATE)).toBeVisible()
    expect(within(history).getAllByRole('row')[1]).toHaveTextContent('Replica arrived')
    expect(await screen.findByText('Every block is stored often enough', {}, LATE)).toBeVisible()
  })

  it('keeps the list in the address and leads to the file', async () => {
    const world = createWorld({ me: ADMIN })
    breakBlock(world, '/user/alice/report final (2).csv')
    const { user, router } = renderConsole('/blocks?list=corrupt', world)
    const list = await screen.findByRole('table', { name: 'Corrupt replicas' })
    expect(await within(list).findByText('a client found a wrong checksum')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Missing' }))
    expect(await screen.findByText('No block is missing')).toBeVisible()
    expect(router.state.location.search).toEqual({ list: 'missing' })
    await user.click(screen.getByRole('radio', { name: 'Corrupt replicas' }))
    await user.click(await screen.findByRole('link', { name: /report final/ }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        path: '/user/alice',
        details: '/user/alice/report final (2).csv',
      }),
    )
  })

  it('says why nothing is healed after a restart, as long as that is so', async () => {
    const world = createWorld({ me: ADMIN })
    world.safeMode = {
      since: timeIn(world),
      ends_at: timeIn(world, -3_600_000),
      blocks: 1_200,
      reachable: 640,
      needed: 1_199,
      sampled: false,
      storages: 8,
      missing_storages: 3,
    }
    renderConsole('/blocks', world)
    const notice = await screen.findByText(/Datanodes are still missing/)
    expect(notice).toHaveTextContent(
      /3 of 8 storages.*Of all blocks, 640 of 1,200 can be reached and 1,199 must be/,
    )
    world.safeMode = null
    await waitFor(() => expect(screen.queryByText(/Safe mode/)).toBeNull(), LATE)
  })

  it('tells a block group by its units', async () => {
    const world = createWorld({ me: ADMIN })
    world.block = brokenGroup('/cold/archive.tar', world.nowMs())
    const { user } = renderConsole('/blocks', world)
    const list = await screen.findByRole('table', { name: 'Under-replicated' })
    const row = await within(list).findByRole('row', { name: /archive.tar/ })
    await user.click(within(row).getByRole('link', { name: world.block.block_id }))
    const panel = await screen.findByRole('complementary', { name: 'Block' })
    expect(
      await within(panel).findByRole('heading', { name: `Block group ${world.block.block_id}` }),
    ).toBeVisible()
    expect(panel).toHaveTextContent(/2 data and 1 parity units, any 2 of them/)
    expect(panel).toHaveTextContent(/Missing units\s*data 2/)
    const units = within(panel).getByRole('table', { name: 'Replicas of this block' })
    expect(within(units).getByRole('row', { name: /^data 1/ })).toHaveTextContent('good')
    expect(within(units).getByRole('row', { name: /^parity 1/ })).toHaveTextContent('good')
    const history = within(panel).getByRole('table', { name: /newest first/ })
    expect(within(history).getByRole('row', { name: /^data 2/ })).toHaveTextContent('Gone from')
  })

  it('says that a block is not there', async () => {
    renderConsole('/blocks?block=7')
    expect(await screen.findByText('No such block')).toBeVisible()
  })
})

describe('wording', () => {
  const world = createWorld()
  const storage = {
    storage_id: 3,
    storage_uuid: 'DS-3',
    datanode_uuid: 'dn-2',
    datanode_address: null,
    storage_state: 'lost' as const,
    storage_since: timeIn(world),
  }
  const replica = {
    unit: null,
    storage,
    state: 'finalized' as const,
    generation_stamp: 1,
    length_bytes: 1,
    reason: null,
    since: null,
  }
  const block: Block = {
    block_id: '1',
    inode_id: 2,
    path: '/x',
    index: 0,
    generation_stamp: 1,
    length_bytes: 1,
    state: 'complete',
    wanted_replicas: 1,
    good_replicas: 1,
    insufficient: null,
    check_waiting: false,
    group: null,
    replicas: [replica],
    events: [],
    as_of: timeIn(world),
  }

  it('tells a good replica that nobody can reach', () => {
    expect(describeReplica(replica)).toEqual({ text: 'out of reach', tone: 'bad' })
    expect(placeOf(storage)).toBe('dn-2')
    expect(placeOf({ ...storage, datanode_uuid: '' })).toBe('storage 3')
  })

  it('tells the worst of a block', () => {
    expect(describeBlock(block).text).toBe('well')
    expect(describeBlock({ ...block, check_waiting: true }).text).toBe('about to be looked at')
    expect(describeBlock({ ...block, replicas: [{ ...replica, state: 'corrupt' }] }).text).toBe(
      '1 corrupt replica',
    )
    expect(
      describeBlock({ ...block, insufficient: { priority: 'missing', since: timeIn(world) } }).tone,
    ).toBe('bad')
  })

  it('says when a count was ended', () => {
    const health: BlockHealth = {
      under_replicated: { highest: 3, low: 100_000 },
      missing: 0,
      corrupt_replicas: 0,
      copies_under_way: 0,
      surplus_replicas: 0,
      deletions_waiting: 0,
      checks_waiting: 0,
      counted_max: 100_000,
      safe_mode: null,
      as_of: timeIn(world),
    }
    expect(countText(underReplicated(health), health)).toBe('100,003 or more')
    expect(countText(7, health)).toBe('7')
  })
})

it('looks a block up by its number or its name in a log', async () => {
  const { user, router } = renderConsole('/blocks')
  const field = await screen.findByLabelText('Look a block up')
  await user.type(field, 'block one{Enter}')
  expect(await screen.findByText('Such as 1073741825')).toBeVisible()
  expect(router.state.location.search).not.toHaveProperty('block')
  await user.clear(field)
  await user.type(field, 'blk_1073741825_1001.meta{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ block: '1073741825' }))
  expect(await screen.findByRole('complementary', { name: 'Block' })).toBeVisible()
})

describe('the check of a path', () => {
  it('adds parts up, lists what is lost, and keeps the path in the address', async () => {
    const world = createWorld({ me: ADMIN })
    world.brokenFile = '/user/alice/report final (2).csv'
    const { user, router } = renderConsole('/blocks', world)
    await user.click(await screen.findByRole('button', { name: 'Check /' }))
    expect(await screen.findByText('/ is corrupt', {}, LATE)).toBeVisible()
    const found = screen.getByRole('table', { name: /not as their files ask for/ })
    expect(within(found).getByRole('row', { name: /report final/ })).toHaveTextContent(
      /1073741900.*missing.*0.*2/,
    )
    const box = screen.getByRole('combobox', { name: 'Path' })
    await user.clear(box)
    await user.type(box, '/user/bob{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ check: '/user/bob' }))
    await user.click(screen.getByRole('button', { name: 'Check /user/bob' }))
    expect(await screen.findByText('/user/bob is healthy', {}, LATE)).toBeVisible()
    expect(screen.queryByRole('table', { name: /not as their files ask for/ })).toBeNull()
  })
})
