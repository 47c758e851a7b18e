import { expect, it } from 'vitest'
import { isNumeric, pointsOf, readable, textOf } from './sql'

const column = (name: string, type: string) => ({ name, type })

it('knows numbers by their type', () => {
  for (const type of ['BIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL(18,3)', 'UTINYINT', 'INTEGER'])
    expect(isNumeric(column('x', type))).toBe(true)
  for (const type of ['VARCHAR', 'TIMESTAMP', 'INTERVAL', 'VARCHAR[]'])
    expect(isNumeric(column('x', type))).toBe(false)
})

it('reads sizes, counts and ids', () => {
  expect(readable(column('space_bytes', 'BIGINT'), 2 ** 32)).toBe('4 GiB')
  expect(readable(column('files', 'BIGINT'), 12_345)).toBe('12,345')
  expect(readable(column('inode_id', 'BIGINT'), 12_345)).toBe('12345')
  expect(readable(column('name', 'VARCHAR'), null)).toBe('')
  expect(textOf([1, { a: 2 }])).toBe('[1,{"a":2}]')
})

it('draws one column by another', () => {
  const columns = [column('owner', 'VARCHAR'), column('files', 'BIGINT')]
  expect(pointsOf(columns, [['ann', 3]], 'owner', 'files')).toEqual([{ label: 'ann', value: 3 }])
})
