import { blockFields, boundFields, type FilterField } from '#components/chain/filter-form.tsx'
import { dealingFields, spamField } from '#components/evm/parts/lists/filter-fields.ts'
import type { RawInput } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { listOf } from '#lib/format/filters.ts'
import type { PageContext } from '#lib/pages/page-definition.ts'

/** The API's filters of ERC20 transfers, approvals and burns. */
export const erc20Names = [
  'from_block',
  'to_block',
  'contract_addresses',
  'exclude_contracts',
  'wallet_addresses',
  'exclude_wallets',
] as const

/** Those of transfers that only the index has. */
const searchedNames = ['direction', 'counterparty', 'min_amount', 'hide_spam', 'from_date', 'to_date'] as const

export type Erc20Name = (typeof erc20Names)[number] | (typeof searchedNames)[number]

const addresses = (name: Erc20Name, title: string): FilterField => ({
  name,
  title,
  placeholder: '0x…, separated by commas',
  isWide: true,
})

/** Filters of a wallet page or token page, without the one for the page's own subject. */
export const walletErc20Names = erc20Names.filter((name) => name !== 'wallet_addresses')
const tokenErc20Names = erc20Names.filter((name) => name !== 'contract_addresses' && name !== 'exclude_contracts')

/** Only a wallet's rows have a direction. */
const undirectedNames = ['min_amount', 'hide_spam', 'from_date', 'to_date'] as const

export const erc20TransferNames: readonly Erc20Name[] = [...erc20Names, ...undirectedNames]
export const walletErc20TransferNames: readonly Erc20Name[] = [...walletErc20Names, ...searchedNames]
export const tokenErc20TransferNames: readonly Erc20Name[] = [...tokenErc20Names, ...undirectedNames]

const listFields: readonly FilterField[] = [
  addresses('contract_addresses', 'Only these tokens'),
  addresses('exclude_contracts', 'Not these tokens'),
  addresses('wallet_addresses', 'Only these wallets'),
  addresses('exclude_wallets', 'Not these wallets'),
]

export const erc20Fields: readonly FilterField[] = [...blockFields, ...listFields]

/** The amount is of the one token that the page is about, or that `contract_addresses` names. */
export const erc20TransferFields: readonly FilterField[] = [
  ...dealingFields,
  { name: 'min_amount', title: 'Amount of at least (of one token)', placeholder: '0.5' },
  spamField('Zero value, dust and spam'),
  ...boundFields,
  ...listFields,
]

const pageSize = 50

const listNames = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets'] as const
type ListName = (typeof listNames)[number]
type Only = Partial<Record<ListName, string[]>>
type Page = Pick<PageContext<Erc20Name>, 'filters' | 'part'> & { chain: string }

export type Erc20Input = { chain: string; limit: string | number; from_block?: string; to_block?: string } & Only

/** The page's filters as parameters of the interface; the API reports invalid ones. */
export const erc20Input = ({ chain, filters, part }: Page, only: Only = {}): Erc20Input => {
  const input: Erc20Input = { chain, ...part(pageSize), ...only }
  for (const [name, text] of Object.entries(filters)) {
    if (name === 'from_block' || name === 'to_block') input[name] = text
    for (const list of listNames) if (name === list && !(list in only)) input[list] = listOf(text)
  }
  return input
}

/** The same with the filters that only the index has; undefined without one of them. */
export const foundErc20Input = (
  page: Page,
  only: Only = {},
): RawInput<EvmExplorerApi['evmErc20Transfers']> | undefined => {
  const given = searchedNames.flatMap((name) => (page.filters[name] === undefined ? [] : [[name, page.filters[name]]]))
  return given.length === 0 ? undefined : { ...erc20Input(page, only), ...Object.fromEntries(given) }
}
