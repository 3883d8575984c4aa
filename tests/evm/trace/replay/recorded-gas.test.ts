import { describe, expect, test } from 'vitest'
import { readCallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { gasRules, intrinsicGas, sumOf } from '#lib/evm/chain/rpc/replay/intrinsic-gas.ts'
import { hasRecordings, recordedNode, recordedTraces } from './recorded-traces.ts'

describe.skipIf(!hasRecordings)('the gas of recorded transactions', () => {
  const blocks = hasRecordings ? [...recordedTraces('mainnet'), ...recordedTraces('polygon')] : []

  test('the intrinsic gas is what the nodes left out of the first frame, and refunds are within their limits', async () => {
    const seen = { accessLists: 0, creations: 0, refunds: 0, transactions: 0 }
    for (const recorded of blocks.filter(({ parity }) => parity)) {
      const pool = recordedNode({ ...recorded, debug: undefined })
      const { number, timestamp, transactions } = recorded.block
      const rules = gasRules(recorded.name.startsWith('mainnet') ? 1 : 137, Number(number), Number(timestamp))
      for (const { hash, type, gas, input, to, accessList, authorizationList = [] } of transactions) {
        const [top] = (await readCallTree(pool, `0x${hash.slice(2)}`)).frames
        // Some recordings lack the access list, which is part of what is computed.
        if (Number(type) > 0 && accessList === undefined) continue
        const isCreation = to === null
        const parts = intrinsicGas(
          { input, isCreation, accessList: accessList ?? [], authorizationCount: authorizationList.length },
          rules,
        )
        expect([hash, BigInt(gas) - sumOf(parts)]).toEqual([hash, top?.gas])
        // Parity traces of failed calls have no gas.
        if (top?.error !== null) continue
        const used = BigInt(recorded.receipts.find(({ transactionHash }) => transactionHash === hash)?.gasUsed ?? 0)
        const refund = sumOf(parts) + (top?.gasUsed ?? 0n) - used
        const spent = used + refund
        expect([hash, refund >= 0n && refund <= spent / 2n]).toEqual([hash, true])
        seen.transactions++
        if (refund > 0n) seen.refunds++
        if (isCreation) seen.creations++
        if (accessList && accessList.length > 0) seen.accessLists++
      }
    }
    expect(seen.transactions).toBeGreaterThan(400)
    expect(seen.refunds).toBeGreaterThan(20)
    expect(seen.accessLists + seen.creations).toBeGreaterThan(0)
  })
})
