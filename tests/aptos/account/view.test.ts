import { describe, expect, test } from 'vitest'
import { viewCall } from '#components/aptos/module/view-form.tsx'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { moveArgument } from '#lib/aptos/account/call-arguments.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { createAptosStateService } from '#lib/aptos/account/state-service.ts'
import { parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { type AptosNode, createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

const abi = {
  address: '0x5',
  name: 'market',
  friends: [],
  exposed_functions: [
    {
      name: 'price',
      visibility: 'public',
      is_entry: false,
      is_view: true,
      generic_type_params: [{ constraints: [] }],
      params: ['0x1::object::Object<T0>', '0x1::option::Option<u64>', 'vector<u8>'],
      return: ['u64', 'vector<T0>'],
    },
    {
      name: 'buy',
      visibility: 'public',
      is_entry: true,
      is_view: false,
      generic_type_params: [],
      params: ['&signer'],
      return: [],
    },
  ],
  structs: [],
}

/** A node with this module, that answers calls of view functions with `answer`. */
const nodeWith = (answer: (body: unknown, query: URLSearchParams) => Response): AptosNode =>
  createAptosNode({
    baseUrls: ['http://node.test/v1'],
    fetch: async (input, init) => {
      const url = new URL(String(input))
      if (url.pathname.endsWith('/module/market')) return Response.json({ bytecode: '0x00', abi })
      if (url.pathname !== '/v1/view') return demoAptosFetch(String(input), init)
      expect(init?.method).toBe('POST')
      return answer(JSON.parse(String(init?.body)), url.searchParams)
    },
    clock: fastClock(),
  })

const viewOf = async (node: AptosNode, raw: Record<string, string>) => {
  const service = createAptosStateService(aptosNodeContext({ nodes: { mainnet: node } }))
  const found = await service.aptosView(parseInput(aptosStateApi.aptosView, raw))
  expect(readOutput(aptosStateApi.aptosView, found)).toEqual(found)
  return found
}
const price = {
  function: '0x5::market::price',
  type_arguments: '["0x4::token::Token"]',
  arguments: '["0x9","","0xff"]',
}

describe('a view function', () => {
  test('is called with typed arguments at the version asked for, and its results have their types', async () => {
    const node = nodeWith((body, query) => {
      expect(query.get('ledger_version')).toBe('700')
      expect(body).toEqual({
        function: '0x5::market::price',
        type_arguments: ['0x4::token::Token'],
        arguments: [{ inner: '0x9' }, { vec: [] }, '0xff'],
      })
      return Response.json(['18446744073709551615', []])
    })
    expect(await viewOf(node, { ...price, ledger_version: '700' })).toEqual({
      function: '0x5::market::price',
      ledger_version: '700',
      status: 'returned',
      error: null,
      structs: [],
      results: [
        { type: 'u64', value: '18446744073709551615' },
        { type: 'vector<0x4::token::Token>', value: [] },
      ],
    })
  })

  test('that aborts is an answer with the reason', async () => {
    const body = {
      message: 'Move abort in 0x5::market: ENO_PRICE(0x1)',
      error_code: 'invalid_input',
      vm_error_code: 4016,
    }
    const node = nodeWith(() => Response.json(body, { status: 400 }))
    expect(await viewOf(node, price)).toMatchObject({ status: 'failed', error: body.message, results: [] })
  })

  test('of a node that runs none is not available', async () => {
    const call = viewOf(
      nodeWith(() => Response.json({ message: '', error_code: 'api_disabled' }, { status: 403 })),
      price,
    )
    expect(await call.catch((error: unknown) => isServiceError(error) && error.code)).toBe('not_available')
  })

  test.each([
    [{ function: '0x5::market::gone' }, 'function is not a function of a module at version'],
    [{ function: '0x5::market::buy' }, 'function is not a view function'],
    [{ type_arguments: '[]' }, 'type_arguments has 0 values: expected 1'],
    [{ type_arguments: '["<"]' }, 'type_arguments value 1 is not a Move type'],
    [{ type_arguments: '{}' }, 'type_arguments is not a list'],
    [{ arguments: '["0x9","","0x","1"]' }, 'arguments has 4 values: expected 3'],
    [
      { arguments: '["nine"]' },
      'arguments value 1 is not 0x1::object::Object<0x4::token::Token>: expected the address',
    ],
    [
      { arguments: '["0x9","-1"]' },
      'arguments value 2 is not u64: expected a whole number from 0 to 18446744073709551615',
    ],
  ])('with %j is refused by name', async (wrong, message) => {
    const node = nodeWith(() => Response.json([]))
    await expect(viewOf(node, { ...price, ...wrong })).rejects.toThrow(message)
  })
})

describe('an argument', () => {
  test.each<[string, unknown, unknown]>([
    ['u8', '255', 255],
    ['u64', '0x10', '16'],
    ['u256', (2n ** 256n - 1n).toString(), (2n ** 256n - 1n).toString()],
    ['i64', '-5', '-5'],
    ['bool', 'true', true],
    ['address', '0xA', '0xA'],
    ['0x1::string::String', ' spaced ', ' spaced '],
    ['vector<u8>', '0xdead', '0xdead'],
    ['vector<u8>', '[1, 255]', '0x01ff'],
    ['vector<u64>', '["1", 2]', ['1', '2']],
    ['vector<vector<address>>', '[["0x1"],[]]', [['0x1'], []]],
    ['0x1::option::Option<u8>', '7', { vec: [7] }],
    ['0x1::option::Option<u8>', '', { vec: [] }],
    ['0x7::m::Point', '{"x":"1"}', { x: '1' }],
  ])('%s reads %j', (type, text, value) => {
    expect(moveArgument(text, parseMoveType(type), 'value 1')).toEqual(value)
  })

  test.each([
    ['u8', '256'],
    ['u64', '1e3'],
    ['u64', '9'.repeat(10_000)],
    ['bool', 'yes'],
    ['address', 'alice.apt'],
    ['vector<u8>', '0xabc'],
    ['vector<u64>', '1,2'],
    ['vector<address>', '["0x1","x"]'],
    ['0x7::m::Point', 'x'],
  ])('%s refuses %j', (type, text) => {
    expect(() => moveArgument(text, parseMoveType(type), 'value 1')).toThrow(
      /^arguments value 1.* is not .*: expected /,
    )
  })
})

test('a URL names a call by its places; values left out in between are empty', () => {
  const place = { address: '0x5', module: 'market' }
  expect(viewCall(place, { function: 'price', t0: 'u8', a0: '1', a2: '3' })).toEqual({
    function: '0x5::market::price',
    type_arguments: '["u8"]',
    arguments: '["1","","3"]',
  })
  expect(viewCall(place, { function: 'no such name' })).toBeUndefined()
})
