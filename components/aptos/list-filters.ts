import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import type { FilterField } from '#components/chain/filter-form.tsx'
import { listOf, type SearchParams, withFilters } from '#lib/format/filters.ts'
import type { AptosNetwork } from './aptos-path.ts'

const ids = '64 hex digits, several with commas'
const addresses = '0x…, several with commas'

export const walletFields: readonly FilterField[] = [
  { name: 'wallet_whitelist', title: 'Only from or to these accounts', placeholder: addresses, isWide: true },
  { name: 'wallet_blacklist', title: 'Not from or to these accounts', placeholder: addresses, isWide: true },
]
export const collectionFields: readonly FilterField[] = [
  { name: 'collection_whitelist', title: 'Only these collections', placeholder: ids, isWide: true },
  { name: 'collection_blacklist', title: 'Not these collections', placeholder: ids, isWide: true },
]

type ListFilters<Name extends string> = {
  /** What the form shows. */
  values: Partial<Record<Name, string>>
  /** What is asked for. */
  lists: Partial<Record<Name, string[]>>
  isFiltered: boolean
  /** The list in this form, for React to tell lists apart. */
  key: string
}

/** The lists of a URL that narrow a list, under the interface's names; the network stays beside them. */
export const listFilters = <Name extends string>(
  path: string,
  query: SearchParams,
  names: readonly Name[],
): ListFilters<Name> => {
  const filters = canonicalFilters(path, query, ['network', ...names])
  const given = names.flatMap((name) => {
    const text = filters[name]
    return text === undefined ? [] : [[name, text] as const]
  })
  return {
    values: Object.fromEntries(given) as Partial<Record<Name, string>>,
    lists: Object.fromEntries(given.map(([name, text]) => [name, listOf(text)])) as Partial<Record<Name, string[]>>,
    isFiltered: given.length > 0,
    key: withFilters(path, filters),
  }
}

/** What a filter form of these pages is given besides its fields. */
export const formOf = (path: string, network: AptosNetwork): { action: string; kept: Record<string, string> } => ({
  action: path,
  kept: network === 'testnet' ? { network } : {},
})
