import { setTimeout as wait } from 'node:timers/promises'
import { encodeAbiParameters } from 'viem'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmLog } from '#lib/evm/chain/block.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import type { RpcAnswer, RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { keepMetadata, type MetadataSources } from '#lib/evm/nft/metadata/keep-metadata.ts'
import { readNoticePosition } from '#lib/evm/nft/metadata/notice-blocks.ts'
import type { Store } from '#lib/store/store.ts'
import { word, words, zeroAddress } from '#tests/evm/chain/decode/token-logs.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'

export const chain = 1
/** Unix milliseconds at which tests begin. */
export const startMs = 1_700_000_000_000
const blockSeconds = 12

/** Empty stores with the tables that the documents need. */
export const metadataStores = (dialect: Store<unknown>['dialect']): (() => Promise<Store<EvmTables>>) => {
  const createStore = evmStores(dialect)
  return async () => {
    const store = await createStore()
    return store
  }
}

/** What a contract says for a call: a text, the bytes of an answer, or nothing: then the call is undone. */
type UriOf = (address: Hex, tokenId: string, isErc1155: boolean) => string | { bytes: Hex } | undefined

type UriNode = { pool: NodePool; calls: number; uriOf: UriOf; isUp: boolean }

/** A node whose contracts name the documents of their tokens. */
export const uriNode = (uriOf: UriOf): UriNode => {
  const answer = ({ method, params: [call] }: RpcCall): RpcAnswer => {
    if (!node.isUp) return { error: { code: -32000, message: 'internal error' } }
    if (method === 'eth_blockNumber') return { result: '0xffffff' }
    const { to, data } = call as { to: Hex; data: Hex }
    node.calls += 1
    if (data.length !== 74) return { result: '0x' }
    const uri = node.uriOf(to, BigInt(`0x${data.slice(10)}`).toString(), data.startsWith('0x0e89341c'))
    if (uri === undefined) return { error: { code: 3, message: 'execution reverted' } }
    return { result: typeof uri === 'string' ? encodeAbiParameters([{ type: 'string' }], [uri]) : uri.bytes }
  }
  const transport = { name: 'node', send: async (calls: readonly RpcCall[]) => calls.map(answer) }
  const pool = createPool([transport], { attemptsMax: 1, clock: quickClock() })
  const node: UriNode = { pool, calls: 0, uriOf, isUp: true }
  return node
}

type Log = Omit<EvmLog, 'logIndex'>

/** A block whose transactions emit one log each; `fork` tells blocks of one number apart. */
export const blockWith = (number: number, logs: readonly Log[], fork = 'main', parentFork = fork): EvmBlock => ({
  number,
  hash: hashOf('block', fork, number),
  parentHash: hashOf('block', parentFork, number - 1),
  timestamp: startMs / 1_000 + number * blockSeconds,
  miner: walletOf(0),
  gasUsed: 21_000n,
  gasLimit: 30_000_000n,
  baseFeePerGas: null,
  size: null,
  transactions: logs.map((log, index) => ({
    hash: hashOf('transaction', fork, number, index),
    index,
    type: 0,
    nonce: BigInt(index),
    from: walletOf(1),
    to: log.address,
    value: 0n,
    gas: 21_000n,
    gasPrice: 1n,
    input: '0x',
    status: 1,
    root: null,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n,
    contractAddress: null,
    logs: [{ ...log, logIndex: index }],
  })),
})

/** Unix milliseconds of a block. */
export const blockMs = (number: number): number => startMs + number * blockSeconds * 1_000

export const moved721 = (address: Hex, id: bigint | number, from: Hex, to: Hex): Log => ({
  address,
  topics: [tokenTopic.transfer, word(from), word(to), word(id)],
  data: '0x',
})
export const minted721 = (address: Hex, id: bigint | number): Log => moved721(address, id, zeroAddress, walletOf(1))
export const minted1155 = (address: Hex, id: bigint | number): Log => ({
  address,
  topics: [tokenTopic.transferSingle, word(walletOf(1)), word(zeroAddress), word(walletOf(1))],
  data: words(id, 5),
})

/** Stores blocks that follow what is stored. */
export const append = (store: Store<EvmTables>, blocks: readonly EvmBlock[], finalized = 0): Promise<void> => {
  const latest = blocks.at(-1)?.number ?? 0
  return createEvmIndex(store, chain, { from: blocks[0]?.number === 0 ? 0 : undefined }).append(blocks, {
    latest,
    finalized,
  })
}

export const metadataRows = (store: Store<EvmTables>) =>
  store.db.selectFrom('evm_nft_metadata').selectAll().orderBy('id').execute()

/** Whether all blocks were looked at, every token has a row, and nothing is to be done before `now`. */
const isSettled = async (store: Store<EvmTables>, now: number): Promise<boolean> => {
  const { tail, walkedAt } = await readNoticePosition(store, chain, now)
  const newest = await store.db.selectFrom('evm_blocks').select('hash').orderBy('number', 'desc').executeTakeFirst()
  if (!newest || tail?.hash !== toHex(newest.hash) || walkedAt === null) return false
  const tokens = await store.db.selectFrom('evm_nft_tokens').select('token_hash').execute()
  const rows = await metadataRows(store)
  return rows.length >= tokens.length && rows.every(({ due_at }) => due_at === null || due_at > now)
}

type Sources = Partial<MetadataSources> & Pick<MetadataSources, 'pool' | 'outbound'>

/**
 * Runs the worker's loop until the documents are settled, or `until` says so. Waits take no time; the time of day stands at
 * `now`.
 */
export const keep = async (
  store: Store<EvmTables>,
  sources: Sources,
  { now = startMs, until }: { now?: number; until?: () => Promise<boolean> } = {},
): Promise<{ warnings: object[] }> => {
  const stopped = new AbortController()
  const warnings: object[] = []
  let waited = 0
  const clock = {
    now: () => waited,
    wait: async (ms: number) => {
      waited += ms
      await wait(1)
    },
  }
  const log = { warn: (facts: object) => void warnings.push(facts) }
  const all = { uriOptions: { ipfsGateways: [], arweaveGateway: undefined }, ...sources }
  const running = keepMetadata(store, chain, all, { log, signal: stopped.signal, options: { clock, now: () => now } })
  const isEnough = until ?? (() => isSettled(store, now))
  while (!(await isEnough())) await wait(3)
  stopped.abort()
  await running
  return { warnings }
}
