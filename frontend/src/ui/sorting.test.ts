import { describe, expect, it, vi } from 'vitest'
import { type Direction, orderName, sortedHeader } from './sorting'

type Column = 'name' | 'size'

const own = (sort: Column): Direction => (sort === 'name' ? 'asc' : 'desc')
const by = (sort: Column, direction?: Direction) => ({ sort, direction, own })

describe('headers of a sorted table', () => {
  it('turn the order round, and back to that of the sort', () => {
    const onSort = vi.fn()
    const header = sortedHeader('size', by('size'), onSort)
    expect(header.sorted).toBe('descending')
    header.onSort()
    expect(onSort).toHaveBeenLastCalledWith('size', 'asc')
    const turned = sortedHeader('size', by('size', 'asc'), onSort)
    expect(turned.sorted).toBe('ascending')
    turned.onSort()
    expect(onSort).toHaveBeenLastCalledWith('size', undefined)
  })

  it('begin in their own direction', () => {
    const onSort = vi.fn()
    const header = sortedHeader('name', by('size', 'asc'), onSort)
    expect(header.sorted).toBeUndefined()
    header.onSort()
    expect(onSort).toHaveBeenLastCalledWith('name', undefined)
  })

  it('are named in the caption', () => {
    const names = { name: 'By name', size: 'Largest first' }
    expect(orderName(names, by('size', 'desc'))).toBe('largest first')
    expect(orderName(names, by('size', 'asc'))).toBe('largest first, the other way round')
  })
})
