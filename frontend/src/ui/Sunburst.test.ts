import { expect, it } from 'vitest'
import { placesOf } from './Sunburst'

it('knows its parts by the numbers that the chart gives them', () => {
  const part = { name: 'a', value: 1, color: '#000000', hint: '' }
  expect(
    placesOf([
      { ...part, inside: [part, part] },
      { ...part, inside: [] },
    ]),
  ).toEqual([undefined, { part: 0 }, { part: 0, inside: 0 }, { part: 0, inside: 1 }, { part: 1 }])
})
