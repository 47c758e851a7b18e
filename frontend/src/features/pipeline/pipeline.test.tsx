import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, VIEWER } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('shows each stage with its lag, and the last proof', async () => {
  renderConsole('/pipeline')
  const row = (await screen.findByText('Change capture')).closest('tr') as HTMLElement
  expect(within(row).getByText('running')).toBeVisible()
  expect(screen.getByText('12 inodes, checksum 00ff00ff00ff00ff')).toBeVisible()
})

it('tells how far a build is, and how long it takes', async () => {
  const world = createWorld({ me: VIEWER })
  const indexer = world.pipeline.stages.find((stage) => stage.name === 'indexer')
  Object.assign(indexer ?? {}, {
    state: 'rebuilding',
    build_percent: 42,
    build_left_ms: 170_000,
  })
  renderConsole('/pipeline', world)
  expect(await screen.findByText('42 %, about 3 min left')).toBeVisible()
})

it('pauses and resumes', async () => {
  const { user } = renderConsole('/pipeline')
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  expect(await screen.findByText('Indexer paused')).toBeVisible()
})

it('asks before it rebuilds the index', async () => {
  const { user } = renderConsole('/pipeline')
  await user.click(await screen.findByRole('button', { name: 'Rebuild the index…' }))
  const question = await screen.findByRole('dialog', { name: 'Rebuild the index?' })
  expect(screen.queryByText('Rebuild begun')).toBeNull()
  await user.click(within(question).getByRole('button', { name: 'Rebuild' }))
  expect(await screen.findByText('Rebuild begun')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Rebuild index · job 71' })).toHaveAttribute(
    'href',
    '/jobs/71',
  )
})

it('says why a viewer may not command', async () => {
  const { user } = renderConsole('/pipeline', createWorld({ me: VIEWER }))
  const button = await screen.findByRole('button', { name: 'Rebuild the index…' })
  expect(button).toHaveAccessibleDescription('Only administrators may do this.')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})
