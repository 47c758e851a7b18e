import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADMIN, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { describeState, otherBytes } from './wording'

describe('the datanodes page', () => {
  it('shows states, usage by type, and one datanode’s storages', async () => {
    const world = createWorld({ me: ADMIN })
    const { user, router } = renderConsole('/datanodes', world)
    const list = await screen.findByRole('table', { name: 'Datanodes by host name' })
    const row = await within(list).findByRole('row', { name: /one\.example/ })
    expect(row).toHaveTextContent(/live.*61 GiB of 512 GiB/)
    expect(screen.getByText('1 of 2')).toBeVisible()
    const usage = screen.getByRole('table', { name: 'Capacity by type of storage' })
    expect(within(usage).getByRole('row', { name: /DISK/ })).toHaveTextContent('512 GiB')
    expect(screen.getByRole('img', { name: 'Capacity by type of storage' })).toBeVisible()

    await user.click(within(row).getByRole('link', { name: 'one.example' }))
    const panel = await screen.findByRole('complementary', { name: 'Datanode' })
    expect(await within(panel).findByRole('row', { name: /no\. 1/ })).toHaveTextContent('available')
    expect(router.state.location.search).toEqual({ datanode: 'dn-1' })
    await user.click(within(panel).getByRole('button', { name: 'Close datanode' }))
    expect(router.state.location.search).toEqual({})
  })

  it('shows the disks that a dead datanode had lost', async () => {
    renderConsole('/datanodes?datanode=dn-2')
    const panel = await screen.findByRole('complementary', { name: 'Datanode' })
    expect(await within(panel).findByText('/disks/2')).toBeVisible()
    expect(within(panel).getByText('dead')).toBeVisible()
  })

  it('tells of datanodes and disks that are slower than others', async () => {
    renderConsole('/datanodes?datanode=dn-1')
    const list = await screen.findByRole('table', { name: 'Datanodes by host name' })
    const row = await within(list).findByRole('row', { name: /one\.example/ })
    expect(row).toHaveTextContent('slow to send to')
    expect(row).toHaveTextContent('(1 slow)')
    expect(within(list).getByRole('row', { name: /two\.example/ })).not.toHaveTextContent('slow')
    const panel = await screen.findByRole('complementary', { name: 'Datanode' })
    expect(await within(panel).findByText('/disks/7')).toBeVisible()
    expect(panel).toHaveTextContent('writes 124 ms')
    expect(panel).toHaveTextContent('takes 42 ms as a mean, where 9.0 ms would be usual')
  })

  it('takes one out of service, tells how far it is, and brings it back', async () => {
    const world = createWorld({ me: ADMIN })
    const { user } = renderConsole('/datanodes?datanode=dn-1', world)
    const panel = await screen.findByRole('complementary', { name: 'Datanode' })
    await user.click(await within(panel).findByRole('button', { name: 'Take out of service…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take out of service' })
    await user.click(within(dialog).getByRole('button', { name: 'Take out' }))
    expect(within(dialog).getByText('Say why')).toBeVisible()
    await user.type(within(dialog).getByLabelText('Why'), 'a new fan')
    await user.click(within(dialog).getByRole('button', { name: 'Take out' }))
    expect(await within(panel).findByText(/Shall be in maintenance, until/)).toBeVisible()
    expect(within(panel).getByRole('progressbar')).toBeVisible()
    expect(within(panel).getByText(/of 4,217 blocks still need it/)).toBeVisible()
    expect(world.serviceChanges[0]).toMatchObject({
      service: 'in_maintenance',
      reason: 'a new fan',
    })

    await user.click(within(panel).getByRole('button', { name: 'Bring back into service…' }))
    const back = await screen.findByRole('dialog', { name: 'Back into service' })
    await user.type(within(back).getByLabelText('Why'), 'it has one')
    await user.click(within(back).getByRole('button', { name: 'Bring back' }))
    expect(await within(panel).findByRole('button', { name: 'Take out of service…' })).toBeVisible()
    expect(within(panel).queryByText(/Shall be/)).toBeNull()
  })

  it('says why a change was refused', async () => {
    const world = createWorld({ me: ADMIN })
    world.serviceChanges.push({
      id: 1,
      datanode: 'dn-1',
      hostname: 'one.example',
      service: 'decommissioned',
      until: null,
      reason: 'old',
      actor: 'ann',
      state: 'failed',
      asked_at: '2026-03-01T10:00:00Z',
      done_at: null,
      failed_why: 'No other datanode is in service.',
    })
    renderConsole('/datanodes?datanode=dn-1', world)
    expect(await screen.findByText('No other datanode is in service.')).toBeVisible()
  })

  it('leaves those who may only look without buttons', async () => {
    renderConsole('/datanodes?datanode=dn-1', createWorld({ me: { ...ADMIN, permissions: [] } }))
    const panel = await screen.findByRole('complementary', { name: 'Datanode' })
    await within(panel).findByText('/disks/7')
    expect(within(panel).queryByRole('button', { name: /service/ })).toBeNull()
  })

  it('says that a datanode is not known', async () => {
    renderConsole('/datanodes?datanode=nobody')
    expect(await screen.findByText('No such datanode')).toBeVisible()
  })
})

it('words what operators want of a datanode before whether it is heard of', () => {
  const datanode = createWorld().datanodes[0]
  if (!datanode) throw new Error('The test platform has a datanode')
  expect(describeState(datanode)).toEqual({ text: 'live', tone: 'good' })
  expect(describeState({ ...datanode, admin_state: 'decommissioning' })).toEqual({
    text: 'decommissioning',
    tone: 'busy',
  })
  expect(describeState({ ...datanode, admin_state: 'in_maintenance', state: 'dead' })).toEqual({
    text: 'in maintenance, dead',
    tone: 'off',
  })
  expect(describeState({ ...datanode, admin_state: 'decommissioning', state: 'dead' }).tone).toBe(
    'bad',
  )
})

it('never shows less than nothing for other files', () => {
  expect(otherBytes({ capacity_bytes: 10, used_bytes: 8, remaining_bytes: 5 })).toBe(0)
})
