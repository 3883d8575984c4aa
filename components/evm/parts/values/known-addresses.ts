import { addressNameEndpoints } from '#lib/evm/ens/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'
import type { AddressBook } from './nobody.ts'
import { nobody } from './nobody.ts'

const addressesMax = 100
const nameMax = 40
const addressForm = /0x[0-9a-f]{40}(?![0-9a-f])/gi

type Params = readonly { value: string }[]

/** The addresses in the values of calls and events; longer hex, such as nested calls, is not searched. */
export const addressesIn = (calls: Iterable<Params | undefined>): string[] => {
  const found = new Set<string>()
  for (const params of calls)
    for (const { value } of params ?? [])
      for (const [address] of value.matchAll(addressForm)) {
        if (found.size >= addressesMax) return [...found]
        found.add(address.toLowerCase())
      }
  return [...found]
}

/** Their names and units, as far as the server knows them; the address itself where a token has neither label nor symbol. */
export const readKnown = async (
  ask: Ask,
  { chain, source }: EvmChainState,
  addresses: readonly string[],
): Promise<AddressBook> => {
  if (source === 'hosted' || addresses.length === 0) return nobody
  const asked = [...new Set(addresses)].slice(0, addressesMax)
  const { data } = await ask(callTo(addressNameEndpoints.evmKnownAddresses, { chain, addresses: asked }))
  const result = data?.result ?? []
  return {
    names: new Map(
      result.flatMap(({ address, address_label, name, symbol, possible_spam }) => {
        const known = address_label ?? (possible_spam ? null : (name ?? symbol))
        return known ? [[address, cutText(known, nameMax)] as const] : []
      }),
    ),
    tokens: new Map(
      result.flatMap(({ address, symbol, decimals }) =>
        symbol !== null && decimals !== null
          ? [[address, { symbol: cutText(symbol, nameMax), decimals }] as const]
          : [],
      ),
    ),
  }
}
