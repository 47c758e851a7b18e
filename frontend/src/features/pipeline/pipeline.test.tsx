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

it('pauses and resumes', async () => {
  const { user } = renderConsole('/pipeline')
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  expect(await screen.findByText('Indexer paused')).toBeVisible()
})

it('says why a viewer may not command', async () => {
  const { user } = renderConsole('/pipeline', createWorld({ me: VIEWER }))
  const button = await screen.findByRole('button', { name: 'Rebuild the index' })
  expect(button).toHaveAccessibleDescription('Only administrators may do this.')
  await user.click(button)
  expect(screen.queryByText('Rebuild begun')).toBeNull()
})
