import { describe, expect, test } from 'vitest'
import { isServiceError } from '#lib/api/errors.ts'
import { readQuery, writeQuery } from '#lib/api/raw-input.ts'

const read = (query: string) => ({ ...readQuery(new URLSearchParams(query)) })

describe('reading a query', () => {
  test.each([
    ['repeated', 'a=1&a=2&a=3'],
    ['empty brackets', 'a[]=1&a[]=2&a[]=3'],
    ['encoded empty brackets', 'a%5B%5D=1&a%5B%5D=2&a%5B%5D=3'],
    ['indexes', 'a[0]=1&a[1]=2&a[2]=3'],
    ['encoded indexes', 'a%5B0%5D=1&a%5B1%5D=2&a%5B2%5D=3'],
    ['indexes out of order', 'a[2]=3&a[0]=1&a[1]=2'],
    ['indexes with gaps', 'a[4]=1&a[7]=2&a[9]=3'],
  ])('a list written with %s', (_, query) => {
    expect(read(query)).toEqual({ a: ['1', '2', '3'] })
  })

  test('one bare value is no list, one bracketed value is', () => {
    expect(read('a=1')).toEqual({ a: '1' })
    expect(read('a[]=1')).toEqual({ a: ['1'] })
    expect(read('a[0]=1')).toEqual({ a: ['1'] })
  })

  test('spellings of one list may be mixed', () => {
    expect(read('a=1&a[]=2&a[2]=3')).toEqual({ a: ['1', '2', '3'] })
  })

  test('values are decoded once: a plus is a space, percent signs survive', () => {
    expect(read('q=paper+lantern&r=100%25')).toEqual({ q: 'paper lantern', r: '100%' })
  })

  test('an index that would make a huge list is refused and named', () => {
    const attempt = () => read('a[0]=1&a[4294967295]=2')
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [expect.objectContaining({ name: 'a' })] }),
    )
  })

  test('names from the language are plain names', () => {
    const parameters = readQuery(new URLSearchParams('__proto__=1&constructor=2&toString[]=3'))
    expect(Object.entries(parameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', ['3']],
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('nested brackets are a name that no one knows, not an object', () => {
    expect(read('a[b]=1')).toEqual({ 'a[b]': '1' })
  })
})

describe('writing a query', () => {
  test('what is left out is not written, and everything is encoded', () => {
    const query = writeQuery({ a: undefined, b: null, chain: 'bsc testnet', limit: 5, flag: false }).toString()
    expect(query).toBe('chain=bsc+testnet&limit=5&flag=false')
  })

  test('what is written is read back, a list of one included', () => {
    for (const parameters of [{ a: ['1'] }, { a: ['1', '2'], b: 'x&y=z' }])
      expect({ ...readQuery(writeQuery(parameters)) }).toEqual(parameters)
    expect(isServiceError(readQuery(writeQuery({ a: [] })))).toBe(false)
  })
})
