import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import type { SentTransaction } from '#lib/evm/chain/rpc/parse.ts'
import type { SenderNonces } from '#lib/evm/chain/rpc/state/mempool-list.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import type { EvmPendingTransaction, pendingEndpoints } from './pending-contract.ts'
import { findTransaction } from './transaction.ts'

/** A transaction that was in a mempool; times are milliseconds since 1970. */
type SeenTransaction = {
  transaction: Omit<SentTransaction, 'input'> & { input: Hex | null }
  firstSeen: number
  lastSeen: number
}

type SeenTransactions = {
  see(chain: number, transaction: SentTransaction, now: number): SeenTransaction
  find(chain: number, hash: Hex): SeenTransaction | undefined
  /** The last seen transaction of a sender with this nonce. */
  ofNonce(chain: number, from: Hex, nonce: bigint): Hex | undefined
}

/** Memory of all of them, in characters. */
const weightMax = 16_000_000
const ownWeight = 1_000
/** Longer inputs, of contracts mostly, are not kept. */
const inputMax = 32_768

/** Pending transactions that this process was asked about: the least recently asked for are forgotten. */
export const createSeenTransactions = (): SeenTransactions => {
  const byHash = new LRUCache<string, SeenTransaction>({
    maxSize: weightMax,
    sizeCalculation: ({ transaction }) => ownWeight + (transaction.input?.length ?? 0),
  })
  const byNonce = new LRUCache<string, Hex>({ max: weightMax / ownWeight })
  const nonceKey = (chain: number, from: Hex, nonce: bigint) => `${chain}/${from}/${nonce}`
  return {
    see: (chain, transaction, now) => {
      const { hash, from, nonce, input } = transaction
      const kept = input.length > inputMax ? null : input
      const firstSeen = byHash.get(`${chain}/${hash}`)?.firstSeen ?? now
      const seen = { transaction: { ...transaction, input: kept }, firstSeen, lastSeen: now }
      byHash.set(`${chain}/${hash}`, seen)
      byNonce.set(nonceKey(chain, from, nonce), hash)
      return seen
    },
    find: (chain, hash) => byHash.get(`${chain}/${hash}`),
    ofNonce: (chain, from, nonce) => byNonce.get(nonceKey(chain, from, nonce)),
  }
}

/** A transaction that is in no block, with its call decoded as far as it is known. `block` is the newest one. */
const sentRecord = async (
  { abis, signatures, known }: EvmQueryContext,
  chain: ServedChain,
  { transaction }: SeenTransaction,
  { block, call }: { block: number; call: CallContext | undefined },
): Promise<NonNullable<EvmPendingTransaction['transaction']>> => {
  const labelOf = labelsOn(known, chain.id)
  const { from, to, input, maxFeePerGas, gasPrice, maxPriorityFeePerGas } = transaction
  const maxFee = maxFeePerGas ?? gasPrice
  const contract = to !== null && input !== null && input.length >= 10 ? { address: to, block } : undefined
  const bytes = toBytes(input ?? '0x')
  const abisOf = contract && (await abis?.knownOf(chain, [contract], { call }))?.(contract)
  const decoded = decodeCall(abisOf ?? [], bytes)
  if (contract && !decoded && input) await signatures?.learn([`0x${input.slice(2, 10)}`])
  const guessed = contract && !decoded ? signatures?.guessCall(bytes) : undefined
  return {
    hash: transaction.hash,
    type: transaction.type,
    nonce: String(transaction.nonce),
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: to && labelOf(to),
    value: String(transaction.value),
    gas: String(transaction.gas),
    max_fee_per_gas: maxFee === null ? null : String(maxFee),
    max_priority_fee_per_gas: maxPriorityFeePerGas === null ? null : String(maxPriorityFeePerGas),
    input,
    call: decoded ?? guessed ?? null,
    call_source: decoded ? 'abi' : guessed ? 'signatures' : null,
  }
}

/** A replacement was mined lately: it is among the newest transactions of its sender. */
const rowsMax = 500

/** The indexed transaction that a sender sent with this nonce. */
const minedWithNonce = async (
  db: Kysely<EvmTables>,
  chain: number,
  from: Hex,
  nonce: bigint,
): Promise<{ hash: Hex; block: number } | undefined> => {
  const address = toBytes(from)
  const found = await db
    .selectFrom((own) =>
      own
        .selectFrom('evm_wallet_transactions')
        .select(['block_number', 'transaction_index'])
        .where('chain', '=', chain)
        .where('address', '=', address)
        .orderBy('block_number', 'desc')
        .orderBy('transaction_index', 'desc')
        .limit(rowsMax)
        .as('newest'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'newest')))
    .select(['t.hash', 't.block_number'])
    .where('t.from_address', '=', address)
    .where('t.nonce', '=', String(nonce))
    .limit(1)
    .executeTakeFirst()
  return found && { hash: toHex(found.hash), block: found.block_number }
}

type Outcome = Pick<EvmPendingTransaction, 'state' | 'block_number' | 'replaced_by'>

/** What became of a transaction: waiting in a mempool, mined, replaced or dropped. */
export const pendingTransactionQuery = (
  context: EvmQueryContext,
): Service<typeof pendingEndpoints>['evmPendingTransaction'] => {
  const seenTransactions = createSeenTransactions()
  return async ({ transaction_hash: hash, chain: name }, call) => {
    const chain = context.served.resolve(name)
    const { mempoolTransaction, senderNonces } = context.node
    if (!isHex(hash) || !mempoolTransaction || !senderNonces)
      throw new ServiceError('not_available', `Pending transactions on ${chain.title} are read from a node.`)
    const signal = call?.signal
    const block = await minedBlock(context, chain, hash, signal)
    if (block !== undefined) return minedAnswer(hash, block, seenTransactions.find(chain.id, hash))
    const sent = await mempoolTransaction(chain, hash, signal)
    const isPending = sent !== undefined && sent.blockNumber === null
    const seen = isPending ? seenTransactions.see(chain.id, sent, context.now()) : seenTransactions.find(chain.id, hash)
    // A node has it in a block that it could not give yet.
    if (sent && !isPending) return minedAnswer(hash, sent.blockNumber ?? 0, seen)
    if (!seen) throw neverSeen(hash, chain)
    const nonces = await senderNonces(chain, seen.transaction.from, signal)
    const outcome = isPending
      ? ({ state: 'pending', block_number: null, replaced_by: null } as const)
      : await goneOutcome(context, chain, { seen, nonces, seenTransactions }, signal)
    if (outcome.state === 'mined') return minedAnswer(hash, Number(outcome.block_number), seen)
    const newest = await newestFee(context, chain)
    return {
      hash,
      ...outcome,
      transaction: await sentRecord(context, chain, seen, { block: newest.number, call }),
      ...queueOf(seen, nonces, isPending),
      base_fee_per_gas: newest.baseFee,
      ...timesOf(seen),
    }
  }
}

const neverSeen = (hash: string, chain: ServedChain): ServiceError =>
  new ServiceError(
    'not_found',
    `The transaction ${hash} is neither in a block of ${chain.title} nor in the mempool of its node, and this server has not seen it there.`,
  )

const minedBlock = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: Hex,
  signal: AbortSignal | undefined,
): Promise<number | undefined> => (await findTransaction(context, chain, hash, { signal }))?.stored.block_number

/** Of a transaction that was in a mempool and is not now. */
const goneOutcome = async (
  context: EvmQueryContext,
  chain: ServedChain,
  {
    seen: {
      transaction: { hash, from, nonce },
    },
    nonces,
    seenTransactions,
  }: { seen: SeenTransaction; nonces: SenderNonces; seenTransactions: SeenTransactions },
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  if (BigInt(nonces.mined) > nonce) {
    const instead = await minedWithNonce(context.store.db, chain.id, from, nonce)
    // Mined since it was looked for.
    const own = instead?.hash === hash ? instead.block : await minedBlock(context, chain, hash, signal)
    if (own !== undefined) return { state: 'mined', block_number: String(own), replaced_by: null }
    return {
      state: 'replaced',
      block_number: instead ? String(instead.block) : null,
      replaced_by: instead?.hash ?? null,
    }
  }
  const rival = seenTransactions.ofNonce(chain.id, from, nonce)
  const isWaiting =
    rival !== undefined &&
    rival !== hash &&
    (await context.node.mempoolTransaction?.(chain, rival, signal))?.blockNumber === null
  return { state: 'dropped', block_number: null, replaced_by: isWaiting ? rival : null }
}

/** What must be mined before it. */
const queueOf = (
  { transaction: { nonce } }: SeenTransaction,
  { mined, free }: SenderNonces,
  isPending: boolean,
): Pick<EvmPendingTransaction, 'sender_nonce' | 'pending_before' | 'waits_for_nonce'> => {
  const sender_nonce = String(mined)
  if (!isPending) return { sender_nonce, pending_before: null, waits_for_nonce: null }
  const last = nonce < BigInt(free) ? Number(nonce) : free
  return {
    sender_nonce,
    pending_before: Math.max(0, last - mined),
    waits_for_nonce: nonce > BigInt(free) ? String(free) : null,
  }
}

const timesOf = ({ firstSeen, lastSeen }: SeenTransaction) => ({
  first_seen_at: new Date(firstSeen).toISOString(),
  last_seen_at: new Date(lastSeen).toISOString(),
})

const minedAnswer = (hash: Hex, block: number, seen: SeenTransaction | undefined): EvmPendingTransaction => ({
  hash,
  state: 'mined',
  block_number: String(block),
  replaced_by: null,
  transaction: null,
  sender_nonce: null,
  pending_before: null,
  waits_for_nonce: null,
  base_fee_per_gas: null,
  ...(seen ? timesOf(seen) : { first_seen_at: null, last_seen_at: null }),
})

/** The base fee of the newest indexed block. */
export const newestFee = async ({ store: { db } }: EvmQueryContext, chain: ServedChain) => {
  const block = await db
    .selectFrom('evm_blocks')
    .select(['number', 'base_fee_per_gas'])
    .where('chain', '=', chain.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: block?.number ?? 0, baseFee: block?.base_fee_per_gas ?? null }
}
