import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { DecodedTransaction, NativeTransaction } from '#lib/evm/contract/transactions.ts'
import type { Ask } from '#lib/pages/question.ts'

export type Wallet = {
  label: string | null
  /** Null if it was not counted. */
  transactions: number | null
  newest: string | undefined
  /** Proven to have code; false where nothing proves it. */
  isContract: boolean
  /** Which standard it follows, where it is a token. */
  token: 'ERC20' | 'ERC721' | 'ERC1155' | null
}

const evidenceRows = 5

/** How many transactions a wallet has, and the newest of them. */
export const countQuestion = (chain: string, address: string) => ({
  ...evmCall('walletTransactions', { chain, address, limit: 1, disable_total: false }),
  part: 'count',
})

/** What the head of a wallet's pages says. */
export const walletOf = async (ask: Ask, state: EvmChainState, address: string): Promise<Wallet> => {
  const { chain, source } = state
  const isOwn = source !== 'hosted'
  const [counted, recent, collection] = await Promise.all([
    ask(countQuestion(chain, address)),
    isOwn ? ask(evmCall('walletTransactionsVerbose', { chain, address, limit: evidenceRows })) : undefined,
    tokenOf(ask, state, address),
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
}

const labelIn = (row: NativeTransaction, address: string): string | null => {
  if (row.from_address === address) return row.from_address_label
  return row.to_address === address ? row.to_address_label : null
}

/** Created in a transaction, or the source of a log: only contracts are. */
const provesCode = ({ receipt_contract_address, receipt_status, logs }: DecodedTransaction, address: string): boolean =>
  (receipt_contract_address === address && receipt_status !== '0') || logs.some((log) => log.address === address)
