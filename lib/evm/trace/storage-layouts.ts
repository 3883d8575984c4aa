import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { type StorageNames, storageNames } from '#lib/evm/abi/storage-layout.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'

/** Contracts whose sources one request may look up; those with the most changed slots come first. */
const contractsMax = 12
const atOnce = 4
const withinMs = 3_000
const describeMs = 1_000
const verifiers: ReadonlySet<string> = new Set(['sourcify', 'server', 'artifacts'])

/** The storage layouts of verified contracts among these accounts; a proxy has that of what it forwards to. */
export const storageLayouts = async (
  context: EvmQueryContext,
  chain: ServedChain,
  accounts: readonly AccountChange[],
  { block, signal }: { block: number; signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, StorageNames>> => {
  const layouts = new Map<string, StorageNames>()
  const newest = context.sources && context.node.code ? await newestBlock(context.store.db, chain.id) : undefined
  if (!newest) return layouts
  using limit = timeLimit(withinMs)
  const within = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  const layoutOf = async (address: Hex): Promise<StorageNames | undefined> => {
    const code = await context.node.code?.(chain, address, { number: newest.number }, within)
    const found = code && isHex(code) ? await context.sources?.find(chain, { address, code }, within) : undefined
    return found && storageNames(found.storageLayout)
  }
  const asked = accounts
    .filter(({ address, storage }) => storage.length > 0 && isHex(address))
    .sort((a, b) => b.storage.length - a.storage.length)
    .slice(0, contractsMax)
  await inParallel(asked, atOnce, async ({ address }) => {
    if (within.aborted || !isHex(address)) return
    const described = await context.abis?.describe(chain, { address, block }, describeMs)
    const verified = (described?.interfaces ?? []).filter(({ by }) => verifiers.has(by))
    // What a proxy forwards to comes after its own code, and writes its storage.
    for (const one of verified.toReversed()) {
      const layout = await layoutOf(one.address).catch((error: unknown) => {
        if (within.aborted || isServiceError(error)) return undefined
        throw error
      })
      if (!layout) continue
      layouts.set(address, layout)
      return
    }
  })
  return layouts
}
