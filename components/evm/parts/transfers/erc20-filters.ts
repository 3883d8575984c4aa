import { blockFields, type FilterField } from '#components/chain/filter-form.tsx'
import { listOf } from '#lib/format/filters.ts'
import type { PageContext } from '#lib/pages/page-definition.ts'

/** The interface's filters of E8, E10 and E11. */
export const erc20Names = [
  'from_block',
  'to_block',
  'contract_addresses',
  'exclude_contracts',
  'wallet_addresses',
  'exclude_wallets',
] as const

export type Erc20Name = (typeof erc20Names)[number]

const addresses = (name: Erc20Name, title: string): FilterField => ({
  name,
  title,
  placeholder: '0x…, separated by commas',
  isWide: true,
})

/** Filters of a wallet page or token page, without the one for the page's own subject. */
export const walletErc20Names = erc20Names.filter((name) => name !== 'wallet_addresses')
export const tokenErc20Names = erc20Names.filter(
  (name) => name !== 'contract_addresses' && name !== 'exclude_contracts',
)

export const erc20Fields: readonly FilterField[] = [
  ...blockFields,
  addresses('contract_addresses', 'Only these tokens'),
  addresses('exclude_contracts', 'Not these tokens'),
  addresses('wallet_addresses', 'Only these wallets'),
  addresses('exclude_wallets', 'Not these wallets'),
]

const pageSize = 50

const listNames = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets'] as const
type ListName = (typeof listNames)[number]

export type Erc20Input = { chain: string; limit: string | number; from_block?: string; to_block?: string } & Partial<
  Record<ListName, string[]>
>

/** The page's filters as parameters; the API reports invalid ones. */
export const erc20Input = (
  { chain, filters, part }: Pick<PageContext<Erc20Name>, 'filters' | 'part'> & { chain: string },
  only: Partial<Record<ListName, string[]>> = {},
): Erc20Input => {
  const input: Erc20Input = { chain, ...part(pageSize), ...only }
  for (const [name, text] of Object.entries(filters)) {
    if (name === 'from_block' || name === 'to_block') input[name] = text
    for (const list of listNames) if (name === list && !(list in only)) input[list] = listOf(text)
  }
  return input
}
