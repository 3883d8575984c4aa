import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { plainText, readDecimals, readText } from '#lib/evm/token-metadata/read-contracts.ts'
import type { TokenWords } from './caches/state-reads.ts'
import type { EvmQueryContext } from './context.ts'
import { newestBlock } from './newest-block.ts'
import { readTokenMetadata } from './token-metadata.ts'

/** `name()`, `symbol()` and `decimals()` */
export const wordQuestions: readonly Hex[] = ['0x06fdde03', '0x95d89b41', '0x313ce567']
const askedMax = 50
const waitMs = 1_500
/** A contract is asked again after so long. */
const keptMs = 3_600_000

/**
 * Names, symbols and decimals of tokens: from the index, otherwise from the contracts themselves, which are asked once an hour and
 * not waited for longer than 1.5 s. Unknown words are null.
 */
export const tokenWords = async (
  context: EvmQueryContext,
  chain: ServedChain,
  addresses: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, TokenWords>> => {
  const stored = await readTokenMetadata(context.store.db, chain.id, addresses)
  const words = new Map<string, TokenWords>(stored)
  const missing = addresses.filter((address) => {
    const known = stored.get(address)
    return known?.symbol == null && known?.decimals == null
  })
  const { callContracts } = context.node
  if (missing.length === 0 || !callContracts) return words
  using limit = timeLimit(waitMs)
  const within = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  const hour = Math.floor(context.now() / keptMs)
  const newest = await newestBlock(context.store.db, chain.id)
  if (!newest) return words
  const block = { number: newest.number, hash: toHex(newest.hash) }
  const read = async (address: Hex): Promise<void> => {
    const told = await context.stateReads.words.read(
      `${chain.id} ${address} ${hour}`,
      async (given) =>
        wordsIn(
          await callContracts(
            chain,
            wordQuestions.map((data) => ({ to: address, data })),
            block,
            given,
          ),
        ),
      within,
    )
    words.set(address, { ...told, ...presentOf(stored.get(address)) })
  }
  const asked = await Promise.allSettled(missing.filter(isHex).slice(0, askedMax).map(read))
  signal?.throwIfAborted()
  for (const one of asked)
    if (one.status === 'rejected' && !limit.signal.aborted && !isServiceError(one.reason)) throw one.reason
  return words
}

const presentOf = (known: Partial<TokenWords> = {}): Partial<TokenWords> => ({
  ...(known.symbol != null && { symbol: known.symbol }),
  ...(known.decimals != null && { decimals: known.decimals }),
})

/** The words in the answers to these questions; null where an answer is not text. */
export const wordsIn = (answers: readonly CallAnswer[]): TokenWords => {
  const [name = null, symbol = null, decimals = null] = answers.map((answer) =>
    typeof answer === 'string' ? null : answer,
  )
  return { name: textOf(name), symbol: textOf(symbol), decimals: readDecimals(decimals) }
}

const textOf = (answer: Uint8Array | null): string | null => {
  const bytes = readText(answer)
  const text = bytes && plainText(bytes)
  return text === 'invalid' ? null : text
}
