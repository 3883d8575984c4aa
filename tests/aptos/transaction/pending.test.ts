import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosPendingApi } from '#lib/aptos/transaction/pending-contract.ts'
import { createAptosPendingService } from '#lib/aptos/transaction/pending-service.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { type Bend, demoNode } from '#tests/aptos/account/demo-node.ts'

const hash = `0x${'ab'.repeat(32)}`
const long = (hex: string) => `0x${hex.padStart(64, '0')}`

const stateOf = async (transaction_hash: string, bend?: Bend) => {
  const service = createAptosPendingService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
  const input = parseInput(aptosPendingApi.aptosPendingTransaction, { transaction_hash })
  const found = await service.aptosPendingTransaction(input)
  expect(readOutput(aptosPendingApi.aptosPendingTransaction, found)).toEqual(found)
  return found
}

/** As the specification of the REST interface shows one. */
const pending = {
  type: 'pending_transaction',
  hash,
  sender: '0x9',
  sequence_number: '32425224034',
  max_gas_amount: '2000',
  gas_unit_price: '100',
  expiration_timestamp_secs: '1700000000',
  payload: {
    type: 'entry_function_payload',
    function: '0x1::aptos_account::transfer',
    type_arguments: [],
    arguments: [],
  },
  signature: { type: 'ed25519_signature', public_key: '0x1', signature: '0x2' },
}
const mempool =
  (body: unknown): Bend =>
  (path) =>
    path === `/transactions/by_hash/${hash}` ? Response.json(body) : undefined

describe('a transaction by its hash', () => {
  test('has no number in place of what the node leaves out', async () => {
    const { sequence_number: _, gas_unit_price: __, expiration_timestamp_secs: ___, ...rest } = pending
    const { transaction } = await stateOf(hash, mempool({ ...rest, replay_protection_nonce: '5' }))
    expect(transaction).toMatchObject({ sequence_number: null, gas_unit_price: null, expires_at: null })
  })

  test('is shown while it waits in a mempool', async () => {
    expect(await stateOf(hash, mempool(pending))).toEqual({
      state: 'pending',
      version: null,
      transaction: {
        hash,
        sender: long('9'),
        sequence_number: '32425224034',
        max_gas_amount: '2000',
        gas_unit_price: '100',
        expires_at: '2023-11-14T22:13:20.000Z',
        function: '0x1::aptos_account::transfer',
        payload: pending.payload,
      },
    })
  })

  test('that is orderless has no sequence number, and that never expires no time', async () => {
    const orderless = { ...pending, replay_protection_nonce: '7', expiration_timestamp_secs: '18446744073709551615' }
    expect((await stateOf(hash, mempool(orderless))).transaction).toMatchObject({
      sequence_number: null,
      expires_at: null,
    })
  })

  test('leads to its version once it is committed', async () => {
    const { transactions } = await recordedLedger()
    const sent = transactions[4]
    expect(await stateOf(sent?.hash ?? '')).toEqual({ state: 'committed', version: '4', transaction: null })
  })

  test('that no node knows is not found', async () => {
    const call = stateOf(hash)
    expect(await call.catch((error: unknown) => isServiceError(error) && error.code)).toBe('not_found')
  })
})
