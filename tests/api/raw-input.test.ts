import { describe, expect, test } from 'vitest'
import { readQuery, writeQuery } from '#lib/api/input/raw-input.ts'
import { isServiceError } from '#lib/base/errors.ts'

const read = (query: string) => ({ ...readQuery(new URLSearchParams(query)) })

describe('reading a query string', () => {
  test.each([
    ['repeated', 'a=1&a=2&a=3'],
    ['empty brackets', 'a[]=1&a[]=2&a[]=3'],
    ['encoded empty brackets', 'a%5B%5D=1&a%5B%5D=2&a%5B%5D=3'],
    ['indexes', 'a[0]=1&a[1]=2&a[2]=3'],
    ['encoded indexes', 'a%5B0%5D=1&a%5B1%5D=2&a%5B2%5D=3'],
    ['indexes out of order', 'a[2]=3&a[0]=1&a[1]=2'],
    ['indexes with gaps', 'a[4]=1&a[7]=2&a[9]=3'],
  ])('accepts a list written with %s', (_, query) => {
    expect(read(query)).toEqual({ a: ['1', '2', '3'] })
  })

  test('an unbracketed value is not a list, one with brackets is', () => {
    expect(read('a=1')).toEqual({ a: '1' })
    expect(read('a[]=1')).toEqual({ a: ['1'] })
    expect(read('a[0]=1')).toEqual({ a: ['1'] })
  })

  test('the notations of one list may be mixed', () => {
    expect(read('a=1&a[]=2&a[2]=3')).toEqual({ a: ['1', '2', '3'] })
  })

  test('values are decoded once: a plus is a space, percent signs survive', () => {
    expect(read('q=paper+lantern&r=100%25')).toEqual({ q: 'paper lantern', r: '100%' })
  })

  test('an index that would allocate a huge list is refused by name', () => {
    const attempt = () => read('a[0]=1&a[4294967295]=2')
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [expect.objectContaining({ name: 'a' })] }),
    )
  })

  test('names of Object.prototype are plain names', () => {
    const parameters = readQuery(new URLSearchParams('__proto__=1&constructor=2&toString[]=3'))
    expect(Object.entries(parameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', ['3']],
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('nested brackets are an unknown name, not an object', () => {
    expect(read('a[b]=1')).toEqual({ 'a[b]': '1' })
  })
})

describe('writing a query string', () => {
  test('skips undefined values and encodes everything else', () => {
    const query = writeQuery({ a: undefined, b: null, chain: 'bsc testnet', limit: 5, flag: false }).toString()
    expect(query).toBe('chain=bsc+testnet&limit=5&flag=false')
  })

  test('round-trips through reading, including a list of one', () => {
    for (const parameters of [{ a: ['1'] }, { a: ['1', '2'], b: 'x&y=z' }])
      expect({ ...readQuery(writeQuery(parameters)) }).toEqual(parameters)
    expect(isServiceError(readQuery(writeQuery({ a: [] })))).toBe(false)
  })
})
