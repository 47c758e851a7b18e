import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Figures } from '~/api/figures'
import { ADMIN, createWorld } from '~/test/platform/world'
import { renderConsole } from '~/test/render'
import { drawingsOf, summaryOf } from './figures'

const FIGURES: Figures = {
  range: '1h',
  resolution_s: 10,
  as_of: '2026-11-22T08:00:10.000Z',
  times: ['2026-11-22T08:00:00.000Z', '2026-11-22T08:00:10.000Z'],
  series: [
    { name: 'operations_per_s', namenode: 'nn1', kind: 'write', values: [2, 4] },
    { name: 'operations_per_s', namenode: 'nn1', kind: 'read', values: [null, 7] },
    { name: 'running_jobs', namenode: null, kind: '', values: [1, null] },
  ],
}

describe('charts', () => {
  it('are those that have something to show', () => {
    expect(drawingsOf(FIGURES).map(({ title, series }) => [title, series])).toEqual([
      [
        'Operations of nn1',
        [
          { name: 'read', values: [null, 7] },
          { name: 'write', values: [2, 4] },
        ],
      ],
      ['Running jobs', [{ name: 'jobs', values: [1, null] }]],
    ])
  })

  it('take no gap for a zero', () => {
    expect(summaryOf([{ name: 'jobs', values: [null, 2, 4, null] }])).toEqual([
      { name: 'jobs', now: null, mean: 3, highest: 4 },
    ])
    expect(summaryOf([{ name: 'jobs', values: [null, null] }])).toEqual([])
  })

  it('stand on the first page with their numbers, for the range in the address', async () => {
    const { user, router } = renderConsole('/', createWorld({ me: ADMIN }))
    expect(
      await screen.findByRole('img', { name: 'Operations of nn1 over time' }),
    ).toBeInTheDocument()
    const numbers = screen.getByRole('table', { name: 'Lag behind the changes' })
    expect(within(numbers).getByRole('cell', { name: 'search' })).toBeVisible()
    expect(await screen.findByText(/Full on \d\d .* \(from 10 days\)/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '24 h' }))
    expect(router.state.location.search).toEqual({ range: '24h' })
  })
})
