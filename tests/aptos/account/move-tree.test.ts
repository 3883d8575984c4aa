import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type MoveNode, moveTree } from '#components/aptos/parts/move-tree.ts'
import { instantiate, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'

const struct = (name: string, fields: Record<string, string>, type_parameters = 0) => ({
  name,
  abilities: [],
  type_parameters,
  is_event: false,
  is_enum: false,
  fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
})

const text = (value: string): MoveNode => ({ kind: 'text', text: value })
const long = (hex: string) => `0x${hex.padStart(64, '0')}`

describe('a type', () => {
  test.each([
    'u64',
    'vector<u8>',
    '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>',
    '0x1::simple_map::SimpleMap<address, vector<0x1::option::Option<T0>>>',
    '|u64|bool',
    '|| has copy + drop',
    'vector<|&0x1::string::String, u8|(bool, address)>',
    '0x7::m::Box<|u64, &mut u8|vector<|u8|> has store, T0>',
  ])('%s is read and written alike', (type) => {
    const read = parseMoveType(type)
    expect(read && moveTypeText(read)).toBe(type)
  })

  test.each([
    '',
    '<u8>',
    'vector<',
    'vector<u8',
    'vector<u8>>',
    'u8 u8',
    '|u64',
    '|u64|bool has',
    `${'|'.repeat(400)}`,
    `${'vector<'.repeat(200)}u8${'>'.repeat(200)}`,
  ])('%j is not one', (type) => expect(parseMoveType(type)).toBeUndefined())

  test('takes arguments for its parameters', () => {
    const [field, coin] = [parseMoveType('vector<0x1::coin::Coin<T1>>'), parseMoveType('0xa::b::C')]
    if (!field || !coin) throw new Error('these are types')
    expect(moveTypeText(instantiate(field, [{ name: 'u8', args: [] }, coin]))).toBe(
      'vector<0x1::coin::Coin<0xa::b::C>>',
    )
  })
})

describe('a value', () => {
  test('is read by the definitions of its structs, with their arguments', () => {
    const structs = [
      struct(
        '0x1::m::Store',
        { coin: '0x1::m::Coin<T0>', owner: 'address', key: 'vector<u8>', heir: '0x1::option::Option<address>' },
        1,
      ),
      struct('0x1::m::Coin', { value: 'u64', of: 'T0' }, 1),
    ]
    const value = { coin: { value: '7', of: '0x5' }, owner: '0x2', key: '0x2', heir: { vec: [] } }
    expect(moveTree(value, '0x1::m::Store<address>', structs)).toEqual({
      kind: 'fields',
      more: 0,
      fields: [
        {
          name: 'coin',
          type: '0x1::m::Coin<address>',
          node: {
            kind: 'fields',
            more: 0,
            fields: [
              { name: 'value', type: 'u64', node: text('7') },
              { name: 'of', type: 'address', node: { kind: 'address', address: long('5') } },
            ],
          },
        },
        { name: 'owner', type: 'address', node: { kind: 'address', address: long('2') } },
        // Bytes are not an address, even if they look like one.
        { name: 'key', type: 'vector<u8>', node: text('0x2') },
        { name: 'heir', type: '0x1::option::Option<address>', node: { kind: 'none' } },
      ],
    })
  })

  test('of an enum has the name of its variant, and the types of that variant’s fields', () => {
    const shape = {
      ...struct('0x7::enums::Shape', {}),
      is_enum: true,
      variants: [
        { name: 'Circle', fields: [{ name: 'centre', type: 'address' }] },
        { name: 'Empty', fields: [] },
      ],
    }
    expect(moveTree({ __variant__: 'Circle', centre: '0x2' }, shape.name, [shape])).toEqual({
      kind: 'fields',
      more: 0,
      variant: 'Circle',
      fields: [{ name: 'centre', type: 'address', node: { kind: 'address', address: long('2') } }],
    })
    const empty = { kind: 'fields', more: 0, variant: 'Empty', fields: [] }
    expect(moveTree({ __variant__: 'Empty' }, shape.name, [])).toEqual(empty)
  })

  test('without definitions is shown by its form', () => {
    expect(moveTree({ owner: '0x2', id: '0x2', on: true }, '0x9::gone::Thing', [])).toEqual({
      kind: 'fields',
      more: 0,
      fields: [
        { name: 'owner', type: undefined, node: { kind: 'address', address: long('2') } },
        { name: 'id', type: undefined, node: text('0x2') },
        { name: 'on', type: undefined, node: text('true') },
      ],
    })
  })

  const size = (node: MoveNode): number => {
    if (node.kind === 'items') return node.items.reduce((sum, one) => sum + size(one), 1)
    return node.kind === 'fields' ? node.fields.reduce((sum, one) => sum + size(one.node), 1) : 1
  }
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { down: deep(levels - 1) })

  test.each([
    ['deep', deep(3_000)],
    ['long', Array.from({ length: 100_000 }, String)],
    ['wide', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, index]))],
    ['bushy', Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => ({ a: 1, b: ['x'.repeat(10_000)] })))],
  ])('that is %s stays small', (_, value) => {
    const tree = moveTree(value, undefined, [])
    expect(size(tree)).toBeLessThanOrEqual(260)
    expect(JSON.stringify(tree).length).toBeLessThan(120_000)
  })

  const recorded = join('..', 'shared', 'recordings', 'aptos', 'mainnet', 'transactions.jsonl.gz')
  test.runIf(existsSync(recorded))('of mainnet is readable, whatever its type', () => {
    const lines = gunzipSync(readFileSync(recorded)).toString().trim().split('\n')
    let resources = 0
    for (const line of lines)
      for (const change of JSON.parse(line).result.changes ?? []) {
        if (change.type !== 'write_resource') continue
        resources++
        expect(parseMoveType(change.data.type)).toBeDefined()
        expect(size(moveTree(change.data.data, change.data.type, []))).toBeGreaterThan(0)
      }
    expect(resources).toBe(1_373)
  })
})
