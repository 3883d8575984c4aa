import { readable } from '#lib/api/readable.ts'
import { readEvmTips } from '#lib/evm/queries/chain/tips.ts'
import type { ServedChains } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Tips } from '#lib/gateway/live/tips.ts'
import { chainsByStore, type Stores } from '#lib/store/stores.ts'

/** The newest block of each chain, of all databases that can be read. @throws if none can be. */
export const readTips = async (stores: Stores, served: ServedChains): Promise<Tips> => {
  const groups = [...chainsByStore(stores, served.all, ({ name }) => name)].filter(([, chains]) => chains.length > 0)
  const read = groups.map(([store, chains]) => readEvmTips(store.withTables<EvmTables>().reads('rows').db, chains))
  return Object.assign({}, ...(await readable(read)))
}
