import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { http } from '~/test/platform/http'
import { renderConsole } from '~/test/render'
import { server } from '~/test/server'

/** Facets as the platform counts them: with an owner asked for, its files alone. */
function countOwners(count = 9) {
  const owners = Array.from({ length: count }, (_, at) => `owner${at}`)
  server.use(
    http.get('/api/v1/search/facets', ({ query, response }) => {
      const asked = /owner:(\S+)/.exec(query.get('q') ?? '')?.[1]?.split(',')
      const values = owners.filter((owner) => !asked || asked.includes(owner))
      return response(200).json({
        total: values.length,
        length_bytes: 3 * 2 ** 40,
        dimensions: [
          {
            dimension: 'owner',
            values: values.map((value) => ({ value, count: 1, length_bytes: 1 })),
          },
        ],
        complete: true,
        source: 'replica',
        index_because: null,
        as_of: { sequence: 1, time: '2026-11-25T00:00:00Z' },
        lag_ms: 0,
      })
    }),
  )
}

it('opens the values beyond the first ones', async () => {
  const { user } = renderConsole('/search?q=report')
  countOwners()
  await user.click(await screen.findByRole('button', { name: /^Owner: ?and 3 more/ }))
  expect(screen.getByRole('button', { name: /^Only Owner ?owner8/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Owner: ?show fewer/, expanded: true }))
  expect(screen.queryByRole('button', { name: /^Only Owner ?owner8/ })).not.toBeInTheDocument()
})

it('says that there may be more values than those that are counted', async () => {
  const { user } = renderConsole('/search?q=report')
  countOwners(20)
  await user.click(await screen.findByRole('button', { name: /^Owner: ?and 14 more/ }))
  expect(screen.getByText(/^These are the 20 most frequent\./)).toBeVisible()
})

it('goes on offering other values where some are chosen, and tells bytes and engine', async () => {
  renderConsole('/search?q=report+owner:owner2,owner8')
  countOwners()
  expect(await screen.findByRole('button', { name: /^Only Owner ?owner1/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  for (const owner of ['owner2', 'owner8']) {
    expect(
      screen.getByRole('button', { name: new RegExp(`^Only Owner ?${owner}`), pressed: true }),
    ).toBeVisible()
  }
  expect(screen.getByText('· 3 TiB')).toBeVisible()
  expect(screen.getByText('Counted by the SQL replica, up to date.')).toBeVisible()
})
