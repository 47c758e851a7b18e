import { screen } from '@testing-library/react'
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
