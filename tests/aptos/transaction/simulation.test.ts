import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosSimulationApi } from '#lib/aptos/transaction/contract.ts'
import { walletArgument } from '#lib/aptos/transaction/simulate.ts'
import { createAptosTransactionService } from '#lib/aptos/transaction/transaction-service.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { accountKinds } from '#tests/account/accounts.ts'
import { refusal } from '#tests/aptos/account/demo-node.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

const long = (hex: string) => `0x${hex.padStart(64, '0')}`
const sender = long('a11ce')
const entry = (name: string, is_entry: boolean) => ({
  name,
  visibility: 'public',
  is_entry,
  is_view: false,
  generic_type_params: [{ constraints: [] }],
  params: ['&signer', 'address', '0x1::option::Option<u64>'],
  return: [],
})
const abi = {
  address: '0x5',
  name: 'market',
  friends: [],
  exposed_functions: [entry('buy', true), entry('price', false)],
  structs: [],
}
const executed = {
  type: 'user_transaction',
  version: '815',
  hash: '0x1',
  timestamp: '1',
  sender,
  gas_used: '12',
  gas_unit_price: '100',
  success: true,
  vm_status: 'Executed successfully',
  payload: {},
  signature: { type: 'no_account_signature' },
  changes: [],
  events: [
    {
      type: '0x1::coin::CoinWithdraw',
      guid: { account_address: '0x0', creation_number: '0' },
      data: { coin_type: '0x1::aptos_coin::AptosCoin', account: '0xa11ce', amount: '70' },
    },
  ],
}

const zeros = `0x${'00'.repeat(64)}`
const single = (type: string, key: string) => ({
  type: 'single_key_signature',
  public_key: { type, value: `0x${key.slice(6)}` },
  signature: { type, value: zeros },
})

const simulationOf = async (raw: Record<string, string>, answer: (body: unknown) => Response) => {
  const node = createAptosNode({
    baseUrls: ['http://node.test/v1'],
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      if (pathname.endsWith('/module/market')) return Response.json({ bytecode: '0x00', abi })
      if (pathname !== '/v1/transactions/simulate') return demoAptosFetch(String(input), init)
      expect(init?.method).toBe('POST')
      return answer(JSON.parse(String(init?.body)))
    },
    clock: fastClock(),
  })
  const service = createAptosTransactionService(aptosNodeContext({ nodes: { mainnet: node }, now: () => 5_000 }))
  const found = await service.aptosSimulation(parseInput(aptosSimulationApi.aptosSimulation, raw))
  expect(readOutput(aptosSimulationApi.aptosSimulation, found)).toEqual(found)
  return found
}
const buy = {
  function: '0x5::market::buy',
  sender: '0xa11ce',
  type_arguments: '["0x4::token::Token"]',
  arguments: '["0x9",""]',
}

describe('the simulation of an entry function', () => {
  test('sends typed arguments without a signature, and says what would happen', async () => {
    const found = await simulationOf(buy, (body) => {
      expect(body).toEqual({
        sender,
        sequence_number: '0',
        max_gas_amount: '100000',
        gas_unit_price: '100',
        expiration_timestamp_secs: '605',
        payload: {
          type: 'entry_function_payload',
          function: '0x5::market::buy',
          type_arguments: ['0x4::token::Token'],
          arguments: ['0x9', { vec: [] }],
        },
        signature: { type: 'no_account_signature' },
      })
      return Response.json([executed])
    })
    expect(found).toMatchObject({
      status: 'succeeds',
      gas_used: '12',
      changes: [{ owner_address: sender, symbol: 'APT', amount: '-70' }],
      event_count: 1,
      events: [{ type: '0x1::coin::CoinWithdraw' }],
    })
  })

  test.each([
    ['Ed25519', (key: string) => ({ type: 'ed25519_signature', public_key: key, signature: zeros })],
    ['SingleKey of Ed25519', (key: string) => single('ed25519', key)],
    ['SingleKey of secp256k1', (key: string) => single('secp256k1_ecdsa', key)],
    // The node does not check keys of several signers without their signatures.
    ['MultiKey, two of three', () => ({ type: 'no_account_signature' })],
  ] as const)('has a node check a public key of kind %s', async (kind, expected) => {
    const { publicKey } = accountKinds[kind]()
    const found = await simulationOf({ ...buy, public_key: publicKey }, (body) => {
      expect(body).toMatchObject({ signature: expected(publicKey) })
      return Response.json([executed])
    })
    expect(found.status).toBe('succeeds')
  })

  test('has the call as wallets encode it', async () => {
    const { payload } = await simulationOf(buy, () => Response.json([executed]))
    expect(payload).toEqual({
      function: '0x5::market::buy',
      type_arguments: ['0x4::token::Token'],
      arguments: [long('9'), null],
    })
  })

  test.each([
    ['0x00ff', 'vector<u8>', [0, 255]],
    [{ inner: '0xa' }, '0x1::object::Object<0x1::object::ObjectCore>', long('a')],
    [{ vec: ['0x1'] }, '0x1::option::Option<address>', long('1')],
    [['0x1', '0x2'], 'vector<address>', [long('1'), long('2')]],
    [['0x01'], 'vector<vector<u8>>', [[1]]],
    ['18446744073709551615', 'u64', '18446744073709551615'],
    ['0xff', '0x1::string::String', '0xff'],
  ])('writes %j of type %s for wallets', (value, type, expected) =>
    expect(walletArgument(value, parseMoveType(type))).toEqual(expected),
  )

  test('says why it would fail, or be refused', async () => {
    const vm_status = 'Move abort in 0x5::market: ENOT_FOR_SALE(0x10003)'
    const failed = await simulationOf(buy, () =>
      Response.json([{ ...executed, success: false, vm_status, events: [] }]),
    )
    expect(failed).toMatchObject({ status: 'fails', vm_status, changes: [] })
    const refused = await simulationOf(buy, () => refusal(400, 'vm_error'))
    expect(refused).toMatchObject({ status: 'refused', vm_status: 'vm_error', gas_used: null })
  })

  test.each([
    ['a function that does not exist', { function: '0x5::market::sell' }],
    ['a function that is not an entry function', { function: '0x5::market::price' }],
    ['a wrong argument', { arguments: '["x"]' }],
    ['an argument for the signer', { arguments: '["0x1","0x2","5"]' }],
    ['a public key of another form', { public_key: '0x12' }],
    ['a missing type argument', { type_arguments: '[]' }],
  ])('refuses %s', async (_, change) => {
    const call = simulationOf({ ...buy, ...change }, () => Response.json([executed]))
    expect(await call.catch((error: unknown) => isServiceError(error) && error.code)).toBe('invalid_request')
  })

  test('is not available from a node without it', async () => {
    const call = simulationOf(buy, () => refusal(403, 'api_disabled'))
    expect(await call.catch((error: unknown) => isServiceError(error) && error.code)).toBe('not_available')
  })
})
