import { expect, it } from 'vitest'
import type { SqlReport } from '~/api/sql'
import { drillDownOf, shownColumns } from './drill'

const columns = ['age', 'files', 'modified_from', 'modified_to'].map((name) => ({
  name,
  type: 'VARCHAR',
}))
const ages: SqlReport = {
  name: 'cold-data',
  title: 'Cold data by age',
  description: '',
  statement: '',
  chart: { kind: 'bar', label: 'age', values: ['files'] },
  drill_down: { modified_from: 'modified_from', modified_to: 'modified_to' },
}

it('bounds an age at both ends, and leaves out the end that it has not', () => {
  expect(drillDownOf(ages, columns, ['under 30 days', 3, '2026-10-25', null])).toEqual({
    kind: 'file',
    modified_from: '2026-10-25',
  })
  expect(drillDownOf(ages, columns, ['30 to 90 days', 3, '2026-08-26', '2026-10-24'])).toEqual({
    kind: 'file',
    modified_from: '2026-08-26',
    modified_to: '2026-10-24',
  })
  expect(drillDownOf(ages, columns, ['older', 3, null, '2024-11-24'])).toEqual({
    kind: 'file',
    modified_to: '2024-11-24',
  })
  expect(shownColumns(ages, columns)).toEqual([0, 1])
})

it('looks for all that an owner has, as the row counts it', () => {
  const owners = { ...ages, drill_down: { owner: 'age' } }
  expect(drillDownOf(owners, columns, ['ann', 3, null, null])).toEqual({ owner: 'ann' })
  expect(drillDownOf(owners, columns, [null, 3, null, null])).toBeUndefined()
})
