import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { type CurrentAbisOptions, createCurrentAbis } from './current-abis.ts'
import { readVerified, readVerifiedAbis } from './read-verified.ts'
import { matchOf } from './verified-contract.ts'

/** ABIs of the contracts that were verified on this server, while their code is what was verified. */
export const createVerifiedAbis = ({ db }: Store<EvmTables>, options: CurrentAbisOptions): LocalAbis => {
  const current = createCurrentAbis((chain, addresses) => readVerifiedAbis(db, chain, addresses), options)
  return {
    learn: current.learn,
    find: current.find,
    read: async (chain, address) => {
      const codeHash = await current.codeHashOf(chain, address)
      const contract = codeHash && (await readVerified(db, chain, address))
      if (!contract || contract.codeHash !== codeHash) return undefined
      return { address, by: 'server', match: matchOf(contract.match), items: contract.abi }
    },
  }
}
