import { expect, test } from 'vitest'
import { differences, differingPart } from '#lib/format/differences.ts'

const changed = (a: unknown, b: unknown): string[] =>
  differences(a, b)
    .filter((row) => row.a !== row.b)
    .map((row) => `${row.path.join('.')}: ${row.a} | ${row.b}`)

test('fields are paired by name, and an empty one equals a missing one', () => {
  const a = { hash: '0x01', gas: 21_000, failed: false, label: null, only: 'a' }
  const b = { hash: '0x02', gas: 21_000, failed: true, more: { deep: 'b' } }
  expect(changed(a, b)).toEqual([
    'hash: 0x01 | 0x02',
    'failed: false | true',
    'only: a | undefined',
    'more.deep: undefined | b',
  ])
  expect(differences(a, b)).toHaveLength(5)
})

test('logs are paired by contract and event, so that an extra one does not shift the others', () => {
  const log = (address: string, topic0: string, data: string) => ({ address, topic0, data })
  const a = { logs: [log('0xaa', '0x01', '1'), log('0xbb', '0x02', '2')] }
  const b = { logs: [log('0xaa', '0x01', '1'), log('0xcc', '0x03', '9'), log('0xbb', '0x02', '3')] }
  expect(changed(a, b)).toEqual([
    'logs.2.address: undefined | 0xcc',
    'logs.2.topic0: undefined | 0x03',
    'logs.2.data: undefined | 9',
    'logs.2.data: 2 | 3',
  ])
})

test('attributes and parameters are paired by name, and named in the path', () => {
  const a = { attributes: [{ trait_type: 'Sky', value: 'Amber' }] }
  const b = {
    attributes: [
      { trait_type: 'Paper', value: 'Silk' },
      { trait_type: 'Sky', value: 'Teal' },
    ],
  }
  expect(changed(a, b)).toEqual([
    'attributes.1 Paper.trait_type: undefined | Paper',
    'attributes.1 Paper.value: undefined | Silk',
    'attributes.1 Sky.value: Amber | Teal',
  ])
})

test('an object compared with a plain value is shown whole', () => {
  expect(changed({ call: { label: 'buy' } }, { call: '0x' })).toEqual(['call: {"label":"buy"} | 0x'])
  expect(changed({ list: [] }, { list: [] })).toEqual([])
  expect(changed(undefined, { list: [1] })).toEqual(['list.1: undefined | 1'])
})

test('two texts are reduced to the part that differs', () => {
  expect(differingPart('0x12ab34', '0x12cd34')).toEqual({ before: '0x12', a: 'ab', b: 'cd', after: '34' })
  expect(differingPart('10', '1')).toEqual({ before: '1', a: '0', b: '', after: '' })
  expect(differingPart('aa', 'aaa')).toEqual({ before: 'aa', a: '', b: 'a', after: '' })
  expect(differingPart('', 'x')).toEqual({ before: '', a: '', b: 'x', after: '' })
})
