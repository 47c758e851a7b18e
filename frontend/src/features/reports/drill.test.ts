import { expect, it } from 'vitest'
import type { SqlReport } from '~/api/sql'
import type { ResultValue } from '~/format/sql'
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
  cost_of: 'space_bytes',
}

it('bounds an age at both ends, and leaves out the end that it has not', () => {
  const found = (row: ResultValue[]) => drillDownOf(ages, columns, row)
  expect(found(['under 30 days', 3, '2026-10-25', null])).toEqual({
    to: '/search',
    search: { kind: 'file', modified_from: '2026-10-25' },
  })
  expect(found(['30 to 90 days', 3, '2026-08-26', '2026-10-24'])).toEqual({
    to: '/search',
    search: { kind: 'file', modified_from: '2026-08-26', modified_to: '2026-10-24' },
  })
  expect(found(['older', 3, null, '2024-11-24'])).toEqual({
    to: '/search',
    search: { kind: 'file', modified_to: '2024-11-24' },
  })
  expect(found(['older', 3, null, null])).toBeUndefined()
  expect(shownColumns(ages, columns)).toEqual([0, 1])
})

it('looks for all that an owner has, as the row counts it', () => {
  const owners = { ...ages, drill_down: { owner: 'age' } }
  expect(drillDownOf(owners, columns, ['ann', 3, null, null])).toEqual({
    to: '/search',
    search: { owner: 'ann' },
  })
  expect(drillDownOf(owners, columns, [null, 3, null, null])).toBeUndefined()
})

it('finds by SQL what is directly in a directory, and files without an extension', () => {
  const small = { ...ages, drill_down: { parent_id: 'parent_id', size_max: 'size_max' } }
  const its = ['path', 'parent_id', 'size_max'].map((name) => ({ name, type: 'BIGINT' }))
  const found = drillDownOf(small, its, ['/a', 17, 1_048_575])
  expect(found?.to).toBe('/sql')
  expect(found?.search).toEqual({
    sql: expect.stringContaining(
      "WHERE kind = 'file' AND parent_id = 17 AND size_bytes <= 1048575\n",
    ),
  })
  expect(shownColumns(small, its)).toEqual([0])
  const kinds = { ...ages, drill_down: { ext: 'ext' } }
  const named = ['extension', 'ext'].map((name) => ({ name, type: 'VARCHAR' }))
  expect(drillDownOf(kinds, named, ['csv', 'csv'])).toEqual({
    to: '/search',
    search: { q: 'ext:csv', kind: 'file' },
  })
  expect(drillDownOf(kinds, named, ['(none)', null])).toEqual({
    to: '/sql',
    search: { sql: expect.stringContaining('AND extension IS NULL') },
  })
  expect(shownColumns(kinds, named)).toEqual([0])
})
