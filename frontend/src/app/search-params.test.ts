import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params'

describe('search parameters', () => {
  it.each([
    [{ path: '/user/etl', q: '2024' }, '?path=/user/etl&q=2024'],
    [{ path: '/a b&c=d?#%', q: undefined }, '?path=/a%20b%26c%3Dd%3F%23%25'],
    [{ path: '/résumé 履歴書\n' }, undefined],
    [{ path: '/plus+plus' }, '?path=/plus%2Bplus'],
  ])('%j survives the address bar', (search, address) => {
    const text = stringifySearch(search)
    if (address !== undefined) expect(text).toBe(address)
    expect(parseSearch(text)).toEqual(JSON.parse(JSON.stringify(search)))
  })

  it('leaves nothing behind for nothing', () => {
    expect(stringifySearch({ q: '', path: undefined })).toBe('')
  })

  it('does not fail on half a surrogate pair', () => {
    expect(stringifySearch({ q: '\ud800' })).toBe('?q=%EF%BF%BD')
  })
})
