import type { FilterField } from '#components/chain/filter-form.tsx'
import { type Filters, listOf } from '#lib/format/filters.ts'

const ids = '64 hex digits, several with commas'
const addresses = '0x…, several with commas'

export const walletNames = ['wallet_whitelist', 'wallet_blacklist'] as const
export const walletFields: readonly FilterField[] = [
  { name: 'wallet_whitelist', title: 'Only from or to these accounts', placeholder: addresses, isWide: true },
  { name: 'wallet_blacklist', title: 'Not from or to these accounts', placeholder: addresses, isWide: true },
]
export const collectionNames = ['collection_whitelist', 'collection_blacklist'] as const
export const collectionFields: readonly FilterField[] = [
  { name: 'collection_whitelist', title: 'Only these collections', placeholder: ids, isWide: true },
  { name: 'collection_blacklist', title: 'Not these collections', placeholder: ids, isWide: true },
]

/** The lists of an address, as the interface takes them. */
export const listsOf = <Name extends string>(
  filters: Filters<Name>,
  names: readonly Name[],
): Partial<Record<Name, string[]>> => {
  const lists: Partial<Record<Name, string[]>> = {}
  for (const name of names) {
    const list = listOf(filters[name])
    if (list) lists[name] = list
  }
  return lists
}
