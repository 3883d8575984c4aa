import type { Hex } from '#lib/base/hex.ts'
import { parseCount, parseSentTransaction, type SentTransaction } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** A transaction that a node knows, in a block (`blockNumber`) or waiting for one (null); undefined if no node knows it. */
export const readMempoolTransaction = async (
  pool: NodePool,
  hash: Hex,
  signal?: AbortSignal,
): Promise<SentTransaction | undefined> => {
  const calls = [{ method: 'eth_getTransactionByHash', params: [hash] }]
  // Each node has a mempool of its own.
  const answers = await pool.askEach(calls, ([raw]) => (raw == null ? undefined : parseSentTransaction(raw)), {
    signal,
    attemptsMax: 2,
  })
  const known = answers.filter((one) => one?.hash === hash)
  return known.find((one) => one?.blockNumber !== null) ?? known[0]
}

/** The nonce after the sender's last mined transaction, and the lowest one of which no transaction waits after that. */
export type SenderNonces = { mined: number; free: number }

export const readSenderNonces = (pool: NodePool, address: Hex, signal?: AbortSignal): Promise<SenderNonces> => {
  const calls = ['latest', 'pending'].map((block) => ({ method: 'eth_getTransactionCount', params: [address, block] }))
  return pool.ask(
    calls,
    ([mined, free]) => {
      const nonces = { mined: parseCount(mined, 'nonce'), free: parseCount(free, 'nonce') }
      return { ...nonces, free: Math.max(nonces.mined, nonces.free) }
    },
    { signal },
  )
}
