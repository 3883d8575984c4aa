import { cache } from 'react'
import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { DecodedTransaction, NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { tokenOf } from './token-of.ts'

export type Wallet = {
  label: string | null
  /** Null where it was not counted. */
  transactions: number | null
  newest: string | undefined
  /** Proven to have code; false where nothing proves it. */
  isContract: boolean
  /** Which standard it follows, where it is a token. */
  token: 'ERC20' | 'ERC721' | 'ERC1155' | null
}

const evidenceRows = 5

/** What the head of a wallet's pages says; asked once a request. */
export const walletOf = cache(
  async (
    { client, explorer }: { client: Client<EvmApi>; explorer: Client<EvmExplorerApi> },
    state: EvmChainState,
    address: string,
  ): Promise<Wallet> => {
    const { chain, source } = state
    const isOwn = source !== 'hosted'
    const [counted, recent, collection] = await Promise.all([
      ask(client.walletTransactions({ chain, address, limit: 1, disable_total: false })),
      isOwn ? ask(client.walletTransactionsVerbose({ chain, address, limit: evidenceRows })) : undefined,
      tokenOf(explorer, state, address),
    ])
    const newest = counted.data?.result[0]
    const token = collection?.contract_type ?? null
    return {
      label: (newest && labelIn(newest, address)) ?? collection?.name ?? null,
      transactions: counted.data?.total ?? null,
      newest: newest?.block_timestamp,
      token,
      isContract: token !== null || (recent?.data?.result ?? []).some((row) => provesCode(row, address)),
    }
  },
)

const labelIn = (row: NativeTransaction, address: string): string | null => {
  if (row.from_address === address) return row.from_address_label
  return row.to_address === address ? row.to_address_label : null
}

/** Created in a transaction, or the source of a log: only contracts are. */
const provesCode = ({ receipt_contract_address, receipt_status, logs }: DecodedTransaction, address: string): boolean =>
  (receipt_contract_address === address && receipt_status !== '0') || logs.some((log) => log.address === address)
