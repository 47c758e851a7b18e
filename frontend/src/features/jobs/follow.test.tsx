import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN, addJob, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'

it('tells how far a copy of an HDFS is', async () => {
  const world = createWorld({ me: ADMIN })
  const job = addJob(world, { kind: 'follow_hdfs', path: '/' }, null)
  const followed = {
    location: '/old/name/current',
    first_transaction: 1_000,
    applied_transaction: 4_000,
    newest_transaction: 5_000,
    lag_ms: 1_500,
    waiting_for: 'Connection refused',
  }
  Object.assign(job, { state: 'paused', inode_id: null, result: { followed } })
  Object.assign(job.progress, { files: 3_000, total: 4_000 })
  const { user } = renderConsole(`/jobs/${job.id}`, world)
  expect(await screen.findByText('transaction 4,000 of 5,000')).toBeVisible()
  expect(screen.getByText('Edits applied')).toBeVisible()
  expect(screen.getByText(/tried again: Connection refused/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'All jobs' }))
  expect(await screen.findByRole('link', { name: /Follow an HDFS/ })).toBeVisible()
  expect(screen.getByText('/old/name/current')).toBeVisible()
})
