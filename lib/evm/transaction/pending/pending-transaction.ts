import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/evm/chain/block.ts'
import type { SenderNonces } from '#lib/evm/chain/rpc/state/mempool.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmPendingTransaction, pendingEndpoints } from '#lib/evm/transaction/pending-contract.ts'
import { findTransaction } from '#lib/evm/transaction/transaction.ts'
import { minedWithNonce } from './mined-instead.ts'
import { createSeenTransactions, type SeenTransaction, type SeenTransactions } from './seen-transactions.ts'
import { sentRecord } from './sent-record.ts'

type Outcome = Pick<EvmPendingTransaction, 'state' | 'block_number' | 'replaced_by'>

/** What became of a transaction: waiting in a mempool, mined, replaced or dropped. */
export const pendingTransaction = (
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
      transaction: await sentRecord(context, chain, seen, newest.number, call),
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
): Promise<number | undefined> => (await findTransaction(context, chain, hash, signal))?.stored.block_number

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
