import type { Service } from '#lib/api/endpoint.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { addressNameEndpoints } from './contract.ts'

/** Labels and token names of addresses, from the index and the bundled lists. */
export const knownAddressesQuery =
  (context: EvmQueryContext): Service<typeof addressNameEndpoints>['evmKnownAddresses'] =>
  async (input) => {
    const chain = context.served.resolve(input.chain)
    const addresses = [...new Set(input.addresses)]
    const [tokens, marks] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
    ])
    return {
      result: addresses.map((address) => {
        const { name = null, symbol = null, decimals = null } = tokens.get(address) ?? {}
        const { possible_spam } = marks.flags(address)
        return { address, address_label: marks.labelOf(address), name, symbol, decimals, possible_spam }
      }),
    }
  }
