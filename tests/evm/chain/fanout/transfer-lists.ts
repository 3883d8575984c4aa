import { expect } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { Store } from '#lib/store/store.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'

type Raw = Record<string, unknown>
type Page = { cursor: string | null; result: readonly unknown[] }
type TransferList = { name: string; raw: Raw; ask: (services: Services, raw: Raw) => Promise<Page> }
type Services = ReturnType<typeof evmServices>

/** The services of an installation that has, or does not have, `FANOUT_ETH=on`. */
export const servicesOf = (store: Store<EvmTables>, keepsSides: boolean): Services =>
  evmServices(store, { served: createServedChains([{ name: 'eth', keepsSides }]) })

/** Every list of transfers by wallet or token, with each of its filters. */
export const transferLists = (wallets: readonly string[], contracts: readonly string[]): TransferList[] => {
  const bounds = { from_block: 10, to_block: 45 }
  const [wallet] = wallets
  const [contract] = contracts
  const erc20 = [
    { wallet_addresses: wallets },
    { wallet_addresses: [wallet], order: 'ASC' },
    { contract_addresses: contracts },
    { wallet_addresses: wallets, contract_addresses: [contract], ...bounds },
    { wallet_addresses: [wallet], exclude_contracts: [contract] },
    { contract_addresses: contracts, exclude_wallets: [wallet], ...bounds },
    { exclude_wallets: [wallet] },
    {},
  ]
  const counted = { disable_total: 'false' }
  const orders = [{}, { order: 'ASC' }, { ...bounds, ...counted }, { ...bounds, order: 'ASC' }, counted]
  const each = <One>(list: readonly One[], ask: (one: One) => Raw[]): Raw[] => list.flatMap(ask)
  const ofWallets = each(wallets, (address) => orders.map((order) => ({ address, ...order })))
  const ofContracts = each(contracts, (address) => orders.map((order) => ({ address, ...order })))
  const selected = ofWallets.map((raw) => ({ ...raw, contract_addresses: contracts }))
  const directed = ['from', 'to'].flatMap((direction) =>
    [...ofWallets, ...selected].map((raw) => ({ ...raw, direction })),
  )
  const lists: Record<string, { raws: Raw[]; ask: TransferList['ask'] }> = {
    erc20Transfers: { raws: erc20, ask: ({ evm }, raw) => evm.erc20Transfers(parseInput(evmApi.erc20Transfers, raw)) },
    erc20Burns: { raws: erc20, ask: ({ evm }, raw) => evm.erc20Burns(parseInput(evmApi.erc20Burns, raw)) },
    erc20Approvals: { raws: erc20, ask: ({ evm }, raw) => evm.erc20Approvals(parseInput(evmApi.erc20Approvals, raw)) },
    walletTokenTransfers: {
      raws: [...ofWallets, ...selected],
      ask: ({ evm }, raw) => evm.walletTokenTransfers(parseInput(evmApi.walletTokenTransfers, raw)),
    },
    tokenTransfers: {
      raws: ofContracts,
      ask: ({ evm }, raw) => evm.tokenTransfers(parseInput(evmApi.tokenTransfers, raw)),
    },
    walletNftTransfers: {
      raws: [...ofWallets, ...selected, ...directed],
      ask: ({ evm }, raw) => evm.walletNftTransfers(parseInput(evmApi.walletNftTransfers, raw)),
    },
    evmCollectionTransfers: {
      raws: [...contracts.flatMap((address) => [{ address }, { address, ...bounds }, { address, token_id: '1' }])],
      ask: ({ explorer }, raw) =>
        explorer.evmCollectionTransfers(parseInput(evmExplorerApi.evmCollectionTransfers, raw)),
    },
    walletHistory: {
      raws: ofWallets,
      ask: ({ evm }, raw) => evm.walletHistory(parseInput(evmApi.walletHistory, raw)),
    },
  }
  return Object.entries(lists).flatMap(([name, { raws, ask }]) => raws.map((raw) => ({ name, raw, ask })))
}

/**
 * Reads each list to its end with and without `FANOUT_ETH=on`: every page must be the same text, and continue in either.
 * Returns how many rows they have.
 */
export const expectSameLists = async (store: Store<EvmTables>, lists: readonly TransferList[]): Promise<number> => {
  const [plain, fanned] = [servicesOf(store, false), servicesOf(store, true)]
  let rows = 0
  for (const { name, raw, ask } of lists) {
    for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
      const request = { ...raw, limit: 9, cursor }
      const pages = await Promise.all([ask(plain, request), ask(fanned, request)])
      expect(JSON.stringify(pages[1]), `${name} ${JSON.stringify(raw)}`).toBe(JSON.stringify(pages[0]))
      cursor = pages[page % 2]?.cursor ?? null
      rows += pages[0]?.result.length ?? 0
    }
  }
  return rows
}
