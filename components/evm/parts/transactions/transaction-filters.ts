import { boundFields, type FilterField } from '#components/chain/filter-form.tsx'
import { coinField, dealingFields } from '#components/evm/parts/lists/filter-fields.ts'
import type { RawInput } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import { boundNames, type Filters } from '#lib/format/filters.ts'

const filterNames = ['status', 'method', 'min_value'] as const
const dealingNames = ['direction', 'counterparty'] as const

/** The filters of the transactions of a chain, and those of a wallet. */
export const transactionNames = [...filterNames, ...boundNames] as const
export const walletTransactionNames = [...dealingNames, ...filterNames, ...boundNames] as const

type Coin = { symbol: string; decimals: number }
type Given = Filters<(typeof walletTransactionNames)[number]>

const filterFields = ({ symbol }: Coin): FilterField[] => [
  {
    name: 'status',
    title: 'Status',
    choices: [
      ['', 'Any'],
      ['success', 'Succeeded'],
      ['failed', 'Failed'],
    ],
  },
  { name: 'method', title: 'Method', placeholder: 'transfer, 0xa9059cbb, 0x for none' },
  coinField(symbol),
]

export const transactionFields = (coin: Coin): FilterField[] => [...filterFields(coin), ...boundFields]

export const walletTransactionFields = (coin: Coin): FilterField[] => [...dealingFields, ...transactionFields(coin)]

/** Whether a list is filtered by more than blocks and time. */
export const isSearched = (filters: Given): boolean =>
  [...dealingNames, ...filterNames].some((name) => filters[name] !== undefined)

/** Visitors write a value in coins, the interface in their smallest unit; it reports what cannot be read. */
export const transactionInput = (
  { min_value, status, direction, ...filters }: Given,
  { decimals }: Coin,
): Omit<RawInput<EvmExplorerApi['evmTransactions']>, 'chain' | 'address' | 'limit' | 'cursor'> => ({
  ...filters,
  ...(status !== undefined && { status: status as 'success' }),
  ...(direction !== undefined && { direction: direction as 'in' }),
  ...(min_value !== undefined && { min_value: wholeAmount(min_value, decimals) ?? min_value }),
})
