import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { EvmTaxRow } from '#lib/evm/tax/contract.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hasRecordings, type ReplayNode, rawRecording, startReplayNode } from '#tests/support/recorded-mainnet.ts'
import { hashOf, isFull } from '#tests/support/tier.ts'
import { indexNode } from './demo-index.ts'
import { balanceChanges } from './recorded-changes.ts'

/* The sums of the export of wallets of recorded blocks, against what traces, receipts, events and withdrawals say that they gained. */

let node: ReplayNode
beforeAll(async () => {
  if (hasRecordings) node = await startReplayNode()
})
afterAll(async () => await node?.stop())

const createStore = evmStores('sqlite')

const units = (amount: string | null, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = (amount ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** What the rows of a wallet add up to, by asset. */
const sumsOf = (rows: readonly EvmTaxRow[], decimalsOf: (token: string | null) => number): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  const add = (token: string | null, id: string | null, amount: bigint) => {
    const key = id === null ? (token ?? 'coin') : `${token}/${id}`
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  for (const row of rows) {
    const received = row.received_token_id === null ? decimalsOf(row.received_token) : 0
    const sent = row.sent_token_id === null ? decimalsOf(row.sent_token) : 0
    add(row.received_token, row.received_token_id, units(row.received_amount, received))
    add(row.sent_token, row.sent_token_id, -units(row.sent_amount, sent))
    add(null, null, -units(row.fee_amount, 18))
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort())
}

type Chain = { folder: string; chain: string; numbers: readonly number[]; keepsTraces: boolean }

/** An index of recorded blocks, and the sums of a wallet in one of them. */
const indexed = async ({ folder, chain, numbers, keepsTraces }: Chain) => {
  const pool = createPool([httpTransport(`${node.url}/${folder}`)])
  const ranges = numbers.map((number) => [number, number] as const)
  const { explorer, store, id } = await indexNode(await createStore(), pool, { chain, ranges, keepsTraces })
  return async (address: string, number: number) => {
    const rows: EvmTaxRow[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const bounds = { from_block: number, to_block: number, include_spam: true, limit: 100 }
      const page = await explorer.evmTaxRows(
        parseInput(evmExplorerApi.evmTaxRows, { address, chains: [chain], ...bounds, cursor: cursor ?? undefined }),
      )
      rows.push(...page.result)
      cursor = page.cursor
    }
    // Some tokens are known without a question to their contract.
    const tokens = rows.flatMap(({ sent_token, received_token }) => [sent_token ?? [], received_token ?? []].flat())
    const metadata = await readTokenMetadata(store.db, id, [...new Set(tokens)])
    const sums = sumsOf(rows, (token) => (token === null ? 18 : (metadata.get(token)?.decimals ?? 0)))
    return { rows, sums }
  }
}

const walletsOf = (changes: ReadonlyMap<string, unknown>, always: readonly string[]): string[] => {
  const others = [...changes.keys()].sort((a, b) => hashOf(a) - hashOf(b))
  return [...new Set([...always, ...others.slice(0, isFull ? undefined : 40)])]
}

const compare = async (chain: Chain) => {
  const sumsIn = await indexed(chain)
  const seen = { wallets: 0, rows: 0, rewards: 0, withdrawals: 0 }
  for (const number of chain.numbers) {
    const recording = rawRecording(number, chain.folder)
    const changes = balanceChanges(recording, chain)
    const { block, receipts } = recording
    const paidForBlobs = receipts.flatMap(({ blobGasUsed }, index) =>
      blobGasUsed ? [block.transactions[index]?.from ?? ''] : [],
    )
    const always = [block.miner, ...(block.withdrawals ?? []).map(({ address }) => address), ...paidForBlobs]
    for (const address of walletsOf(changes, always)) {
      const { rows, sums } = await sumsIn(address, number)
      expect(sums, `${address} in ${chain.chain} ${number}`).toEqual(changes.get(address) ?? new Map())
      seen.wallets++
      seen.rows += rows.length
      seen.rewards += rows.filter(({ label }) => label === 'block reward').length
      seen.withdrawals += rows.filter(({ label }) => label === 'withdrawal').length
    }
  }
  return seen
}

describe.runIf(hasRecordings)('the rows of a wallet add up to what changed', () => {
  test('on Ethereum: values, internal transfers, fees, withdrawals, rewards, tokens and NFTs', async () => {
    const numbers = [
      ...[4_370_000, 8_889_776, 12_244_000, 14_202_253, 15_537_394, 17_160_609],
      ...[18_085_863, 19_426_587, 19_923_400, 19_932_148, 19_933_122, 19_934_116],
    ]
    const seen = await compare({ folder: 'mainnet', chain: 'eth', numbers, keepsTraces: true })
    expect(seen.wallets).toBeGreaterThan(400)
    expect([seen.rows > 800, seen.rewards > 5, seen.withdrawals > 5]).toEqual([true, true, true])
  })

  test('on Ethereum without traces, with the fee for blobs', async () => {
    const numbers = [19_433_903, 22_869_878]
    expect(rawRecording(19_433_903).receipts.filter(({ blobGasPrice }) => blobGasPrice)).toHaveLength(3)
    const seen = await compare({ folder: 'mainnet', chain: 'eth', numbers, keepsTraces: false })
    expect(seen.rows).toBeGreaterThan(80)
  })

  test('on Polygon', async () => {
    const numbers = [44_290_568]
    const seen = await compare({ folder: 'polygon', chain: 'polygon', numbers, keepsTraces: true })
    expect(seen.rows).toBeGreaterThan(40)
  })

  test('on Arbitrum, where gas includes the fee for data', async () => {
    const numbers = [12_887_136, 14_200_392, 150_000_000]
    const seen = await compare({ folder: 'arbitrum', chain: 'arbitrum', numbers, keepsTraces: false })
    expect(seen.rows).toBeGreaterThan(3)
  })
})
