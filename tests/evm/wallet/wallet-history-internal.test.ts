import { describe, expect, test } from 'vitest'
import type { Coverage } from '#lib/api/coverage.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createEvmService } from '#lib/evm/family/service.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { storeTraces } from '#tests/evm/trace/sync/store-traces.ts'
import { plainTransfers } from '#tests/evm/trace/sync/traced-node.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const chain = 1
const latest = 59
const blocks = randomBlocks(latest + 1, { first: 0 }, seeded(15))
const wallet = walletOf(1)

/** The wallet's transactions, newest first, each with its internal transfers: the plainest reading of all blocks. */
const expected = blocks
  .flatMap((block) => {
    const moves = plainTransfers(block).filter(({ from, to }) => from === wallet || to === wallet)
    return block.transactions.flatMap(({ hash, index, from, to, contractAddress }) => {
      const own = moves.filter(({ transaction }) => transaction === index)
      const isOwn = own.length > 0 || [from, to, contractAddress].includes(wallet)
      return isOwn ? [{ hash, internal: own.map(({ from, to, value }) => ({ from, to, value: String(value) })) }] : []
    })
  })
  .reverse()

describe.each(dialects)('internal transfers in the history of a wallet on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (traced: readonly EvmBlock[] = blocks) => {
    const store = await createStore()
    await createEvmRangeIndex(store, chain).appendRange([...blocks], { latest, finalized: latest })
    await storeTraces(store, chain, traced)
    return store
  }
  const serviceOf = (store: Store<EvmTables>, keepsTraces: boolean) =>
    createEvmService({
      store,
      served: createServedChains([{ name: 'eth', keepsTraces }]),
      cursors: createCursors(new Uint8Array(32)),
    })
  const walk = async (store: Store<EvmTables>, raw: object = {}, keepsTraces = true) => {
    const { walletHistory } = serviceOf(store, keepsTraces)
    const coverages: Coverage[] = []
    const rows: { hash: string; internal: { from: string; to: string | null; value: string }[] }[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = parseInput(evmApi.walletHistory, { address: wallet, limit: 5, ...raw, cursor: cursor ?? undefined })
      const page = evmApi.walletHistory.output.parse(
        await walletHistory(input, { coveredBy: (coverage) => void coverages.push(coverage) }),
      )
      for (const { hash, native_transfers } of page.result)
        rows.push({
          hash,
          internal: native_transfers
            .filter(({ internal_transaction }) => internal_transaction)
            .map(({ from_address, to_address, value }) => ({ from: from_address, to: to_address, value })),
        })
      cursor = page.cursor
    }
    return { rows, coverages }
  }

  test('transactions that moved coin to or from it are listed once with these transfers, in either order', async () => {
    const store = await filled()
    const { rows, coverages } = await walk(store)
    expect(rows).toEqual(expected)
    expect(coverages.every(({ isComplete }) => isComplete)).toBe(true)
    expect((await walk(store, { order: 'ASC', limit: 3 })).rows).toEqual(expected.toReversed())
  })

  test('the history is as complete as the traces are', async () => {
    const { coverages } = await walk(await filled(blocks.slice(10)))
    expect(coverages[0]).toMatchObject({ isComplete: false, ranges: [{ first: 10, last: latest }] })
  })

  test('where internal transfers are not indexed, the history only has transactions and tokens', async () => {
    const { rows, coverages } = await walk(await filled(), {}, false)
    expect(rows.every(({ internal }) => internal.length === 0)).toBe(true)
    expect(rows.length).toBeLessThan(expected.length)
    expect(coverages[0]?.isComplete).toBe(true)
  })
})
