import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { chainWaitMs, type EvmQueryContext } from '#lib/evm/query/context.ts'

/** Chains that are asked at once. */
const chainsMax = 20

/**
 * The first of the other served chains, in their order, that has something, and what it has. A chain whose node or database fails, or is slow, has
 * nothing.
 */
export const firstOtherChain = async <Found>(
  { served, of }: EvmQueryContext,
  { id }: ServedChain,
  look: (other: ServedChain, context: EvmQueryContext) => Promise<Found | undefined>,
  signal: AbortSignal | undefined,
): Promise<{ chain: ServedChain; found: Found } | undefined> => {
  const others = served.all.filter((other) => other.id !== id).slice(0, chainsMax)
  using limit = timeLimit(chainWaitMs)
  const answers = await Promise.allSettled(
    others.map(async (chain) => {
      const found = await untilAborted(look(chain, of(chain)), limit.signal)
      return found === undefined ? undefined : { chain, found }
    }),
  )
  signal?.throwIfAborted()
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined)).find((one) => one !== undefined)
}
