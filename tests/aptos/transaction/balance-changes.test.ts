import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { createAptosTransactionService } from '#lib/aptos/transaction/transaction-service.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Bend, demoNode } from '#tests/aptos/account/demo-node.ts'

const long = (hex: string) => `0x${hex.padStart(64, '0')}`
const [sender, other] = [long('a11ce'), long('b0b')]

const changesOf = async (version: string, bend?: Bend, indexed: ReadonlyMap<string, ShownAsset> = new Map()) => {
  const service = createAptosTransactionService(
    aptosNodeContext({ nodes: { mainnet: demoNode(bend) }, indexedAssets: async () => indexed }),
  )
  const found = await service.aptosBalanceChanges(parseInput(aptosTransactionApi.aptosBalanceChanges, { version }))
  expect(readOutput(aptosTransactionApi.aptosBalanceChanges, found)).toEqual(found)
  return found
}

const sent = {
  type: 'user_transaction',
  version: '7',
  hash: '0x1',
  timestamp: '1',
  sender: '0xa11ce',
  gas_used: '10',
  gas_unit_price: '100',
  success: true,
  payload: { type: 'entry_function_payload', function: '0x1::coin::transfer' },
  signature: { type: 'ed25519_signature', public_key: '0x1', signature: '0x2' },
  changes: [],
}
const moon = '0x5::moon::Moon'
const coin = (type: string, account: string, amount: string) => ({
  type: `0x1::coin::${type}`,
  guid: { account_address: '0x0', creation_number: '0' },
  data: { coin_type: moon, account, amount },
})
const answering =
  (transaction: object, resources: Record<string, object> = {}): Bend =>
  (path, query) => {
    if (path === '/transactions' && query.get('start') === '7') return Response.json([transaction])
    const [, type = ''] = decodeURIComponent(path).split('/resource/')
    const data = resources[type]
    return data && Response.json({ type: 'x', data })
  }

describe('balance changes of a transaction', () => {
  const events = [
    coin('CoinWithdraw', '0xa11ce', '70'),
    coin('CoinDeposit', '0xb0b', '65'),
    coin('CoinDeposit', '0xa11ce', '5'),
    coin('CoinWithdraw', '0xca201', '9'),
    coin('CoinDeposit', '0xca201', '9'),
  ]
  const info = { [`0x1::coin::CoinInfo<${moon}>`]: { name: 'Moon', symbol: 'MOON', decimals: 6 } }

  test('are deposits less withdrawals by owner and asset, with its name; what moved in a circle is left out', async () => {
    const { result, gas, unattributed } = await changesOf('7', answering({ ...sent, events }, info))
    const asset = { asset_type: moon, name: 'Moon', symbol: 'MOON', decimals: 6 }
    expect(result.map(({ asset_id: _, ...one }) => one)).toEqual([
      { owner_address: sender, ...asset, amount: '-65' },
      { owner_address: other, ...asset, amount: '65' },
    ])
    expect(gas).toEqual({ payer_address: sender, fee: '1000', refund: '0' })
    expect(unattributed).toBe(0)
  })

  test('say who paid the gas, and what was refunded', async () => {
    const fee = {
      type: '0x1::transaction_fee::FeeStatement',
      data: { storage_fee_refund_octas: '40' },
    }
    const signature = { type: 'fee_payer_signature', fee_payer_address: '0xb0b' }
    const { result, gas } = await changesOf('7', answering({ ...sent, signature, events: [fee] }))
    expect({ result, gas }).toEqual({ result: [], gas: { payer_address: other, fee: '1000', refund: '40' } })
  })

  test('that belong to nobody known are counted', async () => {
    const event = {
      ...coin('x', '0x0', '1'),
      type: '0x1::fungible_asset::Deposit',
      data: { store: '0x77', amount: '1' },
    }
    expect(await changesOf('7', answering({ ...sent, events: [event] }))).toMatchObject({ result: [], unattributed: 1 })
  })

  test('have no name where neither the index nor the node has one', async () => {
    const { result } = await changesOf('7', answering({ ...sent, events }))
    expect(result[0]).toMatchObject({ asset_type: moon, name: null, symbol: null, decimals: null })
  })

  test('of a version beyond the ledger are not found', async () => {
    for (const version of ['999999', '18446744073709551615'])
      expect(await changesOf(version).catch((error: unknown) => isServiceError(error) && error.code)).toBe('not_found')
  })
})

const recordings = join('..', 'shared', 'recordings', 'aptos')

describe.runIf(existsSync(recordings))('recorded transactions', () => {
  test.each(['mainnet', 'testnet'])('%s: each has balance changes or none, and its gas', async (network) => {
    const lines = gunzipSync(readFileSync(join(recordings, network, 'transactions.jsonl.gz')))
      .toString()
      .trim()
    const transactions = lines.split('\n').map((line) => JSON.parse(line).result)
    let withChanges = 0
    for (const transaction of transactions.filter(({ type }) => type === 'user_transaction')) {
      const { result, gas } = await changesOf('7', answering({ ...transaction, version: '7' }))
      expect(gas?.fee).toBe(String(BigInt(transaction.gas_used) * BigInt(transaction.gas_unit_price)))
      if (!transaction.success) expect(result).toEqual([])
      if (result.length > 0) withChanges++
      for (const { amount } of result) expect(amount).not.toBe('0')
    }
    expect(withChanges).toBeGreaterThan(4)
  })
})
