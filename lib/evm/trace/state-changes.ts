import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { byteCount, type Hex, isHex, wordOf } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { type StorageNames, storageNames } from '#lib/evm/abi/storage-layout.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { notTracedYet } from '#lib/evm/transaction/internal-transactions.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import { slotNames } from './slot-names.ts'
import type { stateChangeEndpoints } from './state-contract.ts'

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

const accountsMax = 500
const slotsOfAccountMax = 200
const slotsMax = 1_000

/** The accounts that a transaction changed, with names for the storage slots that can be proven. */
export const stateChangesQuery =
  (context: EvmQueryContext): Service<typeof stateChangeEndpoints>['evmStateChanges'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored, logs, isIndexed } = await knownTransaction(context, chain, input.transaction_hash, {
      signal: call?.signal,
    })
    const accounts = await context.replays.state(
      { ...stored, isIndexed },
      async (signal) => {
        const { stateDiff } = context.node
        if (!stateDiff)
          throw new ServiceError(
            'not_available',
            `State changes on ${chain.title} are not available here: this requires a node.`,
          )
        return await stateDiff(chain, toHex(stored.hash), signal).catch((error: unknown) => {
          throw notTracedYet(chain, error)
        })
      },
      call?.signal,
    )
    const layouts = await storageLayouts(context, chain, accounts, { block: stored.block_number, signal: call?.signal })
    return {
      transaction_hash: toHex(stored.hash),
      block_number: String(stored.block_number),
      block_hash: toHex(stored.block_hash),
      account_count: accounts.length,
      accounts: accountRecords(accounts, logs, labelsOn(context.known, chain.id), layouts),
    }
  }

/** The first accounts with their first slots, each named where that can be proven. */
export const accountRecords = (
  accounts: readonly AccountChange[],
  logs: readonly LogRow[],
  labelOf: LabelOf,
  layouts: ReadonlyMap<string, StorageNames>,
) => {
  const keys = mappingKeys(accounts, logs)
  let slotsLeft = slotsMax
  return accounts.slice(0, accountsMax).map(({ address, fate, balance, nonce, code, storage }) => {
    const shown = storage.slice(0, Math.min(slotsOfAccountMax, slotsLeft))
    slotsLeft -= shown.length
    const names = slotNames(
      shown.map(({ slot }) => slot),
      keys,
      layouts.get(address),
    )
    return {
      address,
      address_label: labelOf(address),
      fate,
      balance: balance && { before: String(balance.before), after: String(balance.after) },
      nonce: nonce && { before: String(nonce.before), after: String(nonce.after) },
      code_bytes: code && { before: byteCount(code.before), after: byteCount(code.after) },
      storage: shown.map((change) => {
        const name = names.get(change.slot)
        return { ...change, name: name?.name ?? null, name_source: name?.source ?? null }
      }),
      storage_count: storage.length,
    }
  })
}

/** The words that entries of mappings are likely to be of: the parties of the events, and the accounts that changed. */
const mappingKeys = (accounts: readonly AccountChange[], logs: readonly LogRow[]): string[] => {
  const topics = logs.flatMap(({ topic1, topic2, topic3 }) =>
    [topic1, topic2, topic3].flatMap((topic) => (topic ? [toHex(topic)] : [])),
  )
  const addresses = [...accounts.map(({ address }) => address), ...logs.map(({ address }) => toHex(address))]
  return [...new Set([...addresses.map((address) => `0x${wordOf(address)}`), ...topics])]
}
