import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { byteCount, wordOf } from '#lib/base/hex.ts'
import type { StorageNames } from '#lib/evm/abi/storage-layout.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { notTracedYet } from '#lib/evm/transaction/internal-transactions.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import { slotNames } from './slot-names.ts'
import type { stateChangeEndpoints } from './state-contract.ts'
import { storageLayouts } from './storage-layouts.ts'

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
