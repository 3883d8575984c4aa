import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { readEvmTips } from '#lib/evm/network/tips.ts'
import type { Tips } from '#lib/gateway/live/tips.ts'
import { readByStore, type Stores } from '#lib/store/stores.ts'

/** The newest block of each chain, of all databases that can be read. @throws if none can be. */
export const readTips = async (stores: Stores, served: ServedChains): Promise<Tips> => {
  const nameOf = ({ name }: (typeof served.all)[number]): string => name
  const read = await readByStore(stores, served.all, nameOf, (store, chains) =>
    readEvmTips(store.withTables<EvmTables>().reads('rows').db, chains),
  )
  return Object.assign({}, ...read)
}
