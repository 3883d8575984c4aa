import { LRUCache } from 'lru-cache'
import type { Hex } from '#lib/base/hex.ts'
import type { SentTransaction } from '#lib/evm/chain/rpc/parse.ts'

/** A transaction that was in a mempool; times are milliseconds since 1970. */
export type SeenTransaction = {
  transaction: Omit<SentTransaction, 'input'> & { input: Hex | null }
  firstSeen: number
  lastSeen: number
}

export type SeenTransactions = {
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
