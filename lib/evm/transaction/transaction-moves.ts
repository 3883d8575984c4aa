import type { Kysely } from 'kysely'
import type { CallContext, Output, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { kindsWithoutValue } from '#lib/evm/chain/block.ts'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import { isWrappedNative, tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { tokenWords } from '#lib/evm/query/token-words.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { moveEndpoints } from './contract.ts'
import { knownTransaction } from './transaction.ts'

const movesMax = 5_000
/** Tokens of which the words are read. */
const tokensMax = 200
const perStatement = 500
const blobsMs = 1_500

type Record = Output<(typeof moveEndpoints)['evmTransactionMoves']>
type Move = Record['moves'][number]

/** Everything that a transaction moved, from the index or the node. */
export const transactionMovesQuery =
  (context: EvmQueryContext): Service<typeof moveEndpoints>['evmTransactionMoves'] =>
  async (input, call): Promise<Record> => {
    const chain = context.served.resolve(input.chain)
    const found = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const { stored } = found
    const isFailed = stored.status === 0
    const [coins, tokens, blobs] = await Promise.all([
      isFailed ? [] : tracedCoins(context, chain, found),
      isFailed ? [] : tokenMoves(context, chain, found),
      blobCount(context, chain, stored, call),
    ])
    const all = [...(isFailed ? [] : ownValue(stored)), ...(coins ?? []), ...tokens]
    const moves = all.slice(0, movesMax)
    const approvals = approvalsIn(found.logs)
    const moved = moves.flatMap(({ token_address }) => token_address ?? [])
    const contracts = [...new Set([...moved, ...approvals.tokens])].slice(0, tokensMax)
    const [words, marks] = await Promise.all([
      tokenWords(context, chain, contracts, call?.signal),
      marksOf(context, chain.id, contracts),
    ])
    const created = stored.contract_address === null ? [] : [toHex(stored.contract_address)]
    const moving = moves.flatMap(({ from_address, to_address }) => [from_address, to_address])
    const parties = new Set([...moving, ...approvals.parties, ...created])
    return {
      transaction_hash: toHex(stored.hash),
      block_number: String(stored.block_number),
      block_hash: toHex(stored.block_hash),
      is_coin_traced: coins !== undefined,
      has_blobs: stored.type === blobType,
      blob_count: blobs,
      move_count: all.length,
      token_counts: countsOf(tokens),
      moves,
      tokens: contracts.map((address) => {
        const { name = null, symbol = null, decimals = null } = words.get(address) ?? {}
        return { address, name, symbol, decimals, ...marks.flags(address) }
      }),
      labels: [...parties].flatMap((address) => {
        const label = marks.labelOf(address)
        return label === null ? [] : [{ address, label }]
      }),
    }
  }

const approvalTopics: ReadonlySet<string> = new Set([
  tokenTopic.approval,
  // ApprovalForAll(address,address,bool): ERC-721 and ERC-1155.
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
])

/** What a sentence about approvals names: they move nothing. */
const approvalsIn = (logs: readonly LogRow[]): { tokens: string[]; parties: string[] } => {
  const approvals = logs.filter(({ topic0 }) => topic0 && approvalTopics.has(toHex(topic0))).slice(0, tokensMax)
  return {
    tokens: approvals.map(({ address }) => toHex(address)),
    parties: approvals.flatMap(({ topic1, topic2 }) =>
      [topic1, topic2].flatMap((topic) => (topic ? toHex(topic.slice(12)) : [])),
    ),
  }
}

const countsOf = (moves: readonly Move[]): Record['token_counts'] => {
  const mints = moves.filter(({ from_address }) => from_address === zeroAddress).length
  const burns = moves.filter(
    ({ from_address, to_address }) => from_address !== zeroAddress && to_address === zeroAddress,
  ).length
  return { mints, burns, transfers: moves.length - mints - burns }
}

const coinMove = (from: string, to: string, amount: string): Move => ({
  ...{ standard: 'native', log_index: null, token_address: null, token_id: null },
  ...{ from_address: from, to_address: to, amount, is_wrapping: false },
})

const ownValue = ({ from_address, to_address, contract_address, value }: StoredTransaction): Move[] => {
  const to = to_address ?? contract_address
  return value === '0' || to === null ? [] : [coinMove(toHex(from_address), toHex(to), value)]
}

/** The coin that its calls moved; undefined where they are neither indexed nor kept from an earlier trace. */
const tracedCoins = async (
  { store: { db }, internalCalls }: EvmQueryContext,
  chain: ServedChain,
  { stored, isIndexed }: { stored: StoredTransaction; isIndexed: boolean },
): Promise<Move[] | undefined> => {
  if (!isIndexed) return undefined
  const { block_number } = stored
  const intervals = chain.keepsTraces ? await readTraceIntervals(db, chain.id) : []
  if (intervals.some(({ first, last }) => first <= block_number && block_number <= last)) {
    const rows = await db
      .selectFrom('evm_internal_transfers')
      .select(['address', 'other_address', 'value'])
      .where('chain', '=', chain.id)
      .where('block_number', '=', block_number)
      .where('transaction_index', '=', stored.transaction_index)
      .where('is_incoming', '=', 1)
      .orderBy('transfer_index')
      .execute()
    return rows.map(({ address, other_address, value }) => coinMove(toHex(other_address), toHex(address), value))
  }
  const [calls] = (await internalCalls.read([stored])).values()
  return calls?.flatMap(({ type, from, to, value, error }) =>
    to === null || value === '0' || error !== undefined || kindsWithoutValue.has(type)
      ? []
      : [coinMove(from, to, value)],
  )
}

const standards = { 0: null, 721: 'ERC721', 1155: 'ERC1155' } as const

const tokenMoves = (
  context: EvmQueryContext,
  chain: ServedChain,
  { stored, logs }: { stored: StoredTransaction; logs: readonly LogRow[] },
): Promise<Move[]> =>
  movesOfLogs(
    context,
    chain,
    logs.map((log) => decodableLog(stored, log)),
  )

/** The token movements of one transaction, by the rules of the index. */
export const movesOfLogs = async (
  { store: { db } }: EvmQueryContext,
  chain: ServedChain,
  decodable: readonly DecodableLog[],
): Promise<Move[]> => {
  const kinds = await kindsOf(db, chain.id, [...new Set(decodable.map(({ address }) => address))])
  const { erc20Transfers, nftTransfers } = decodeTokens(chain.id, decodable, (address) => kinds.get(address))
  const transferTopics = new Map(decodable.map(({ logIndex, topics }) => [logIndex, topics.length]))
  const moves = [
    ...erc20Transfers.map(({ log_index, token_address, from_address, to_address, value }) => {
      const address = toHex(token_address)
      const isWrapping = isWrappedNative(chain.id, address) && transferTopics.get(log_index) === 2
      return {
        place: log_index,
        move: { standard: 'ERC20', token_id: null, amount: value, is_wrapping: isWrapping } as const,
        ...{ address, from_address, to_address },
      }
    }),
    ...nftTransfers.map(({ log_index, token_address, token_id, amount, standard, from_address, to_address }) => ({
      place: log_index,
      move: { standard: standards[standard], token_id, amount, is_wrapping: false } as const,
      ...{ address: toHex(token_address), from_address, to_address },
    })),
  ]
  return moves
    .sort((a, b) => a.place - b.place)
    .map(({ place, move, address, from_address, to_address }) => ({
      standard: move.standard,
      log_index: String(place),
      token_address: address,
      token_id: move.token_id,
      from_address: toHex(from_address),
      to_address: toHex(to_address),
      amount: move.amount,
      is_wrapping: move.is_wrapping,
    }))
}

const decodableLog = ({ hash, value }: StoredTransaction, log: LogRow): DecodableLog => ({
  blockNumber: log.block_number,
  transactionIndex: log.transaction_index,
  logIndex: log.log_index,
  transactionHash: toHex(hash),
  transactionValue: BigInt(value),
  address: toHex(log.address),
  topics: [log.topic0, log.topic1, log.topic2, log.topic3].flatMap((topic) => (topic ? [toHex(topic)] : [])),
  data: toHex(log.data),
})

/** What the index knows of contracts: older ERC721 collections log transfers as ERC20 tokens do. */
const kindsOf = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<Map<string, ContractKind | null>> => {
  const kinds = new Map<string, ContractKind | null>()
  for (const part of batchesOf(addresses, perStatement)) {
    const rows = await db
      .selectFrom('evm_contracts')
      .select(['address', 'kind'])
      .where('chain', '=', chain)
      .where('address', 'in', part.map(toBytes))
      .execute()
    for (const { address, kind } of rows) kinds.set(toHex(address), kind)
  }
  return kinds
}

const blobType = 3

/** How many blobs a transaction of EIP-4844 carries: the node knows. */
const blobCount = async (
  { node, stateReads }: EvmQueryContext,
  chain: ServedChain,
  { type, hash, block_hash }: StoredTransaction,
  call: CallContext | undefined,
): Promise<number | null> => {
  const { sentTransaction: read } = node
  if (type !== blobType || !read) return null
  using limit = timeLimit(blobsMs)
  const signal = call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
  try {
    const key = `${chain.id} ${toHex(block_hash)} ${toHex(hash)}`
    const found = await stateReads.sent.read(key, (given) => read(chain, toHex(hash), given), signal)
    return found?.sent.blobVersionedHashes?.length ?? null
  } catch (error) {
    call?.signal?.throwIfAborted()
    if (!limit.signal.aborted && !isServiceError(error)) throw error
    return null
  }
}
