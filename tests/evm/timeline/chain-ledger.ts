import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import type { FeedPage } from '#components/evm/timeline/feed/feed-kind.ts'
import { noPositions } from '#lib/evm/api/no-positions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** A chain that is served, by its name. */
export const chainState = (chain: string, fields: Partial<EvmChainState> = {}): EvmChainState => ({
  chain,
  title: chain,
  chain_id: '0x1',
  symbol: 'ETH',
  decimals: 18,
  source: 'hosted',
  status: 'SYNCED',
  ...noPositions,
  error: null,
  ...fields,
})

/** One transaction of a chain at a second. */
const transactionAt = (chain: string, second: number, place: number): ListedTransaction => ({
  hash: `${chain}-${second}-${place}`,
  receipt_status: '1',
  receipt_contract_address: null,
  receipt_gas_used: '21000',
  gas_price: '1',
  input: '0x',
  value: '0',
  block_number: String(second),
  block_timestamp: new Date(second * 1_000).toISOString(),
  from_address: '0x',
  from_address_label: null,
  to_address: '0x',
  to_address_label: null,
})

/** All transactions of a chain at these seconds, which come newest first. */
export const ledgerOf = (chain: string, seconds: readonly number[]): ListedTransaction[] =>
  seconds.map((second, place) => transactionAt(chain, second, place))

/** A page of a ledger; the cursor is the place of the next row. */
export const pageOf = <Row>(ledger: readonly Row[], cursor: string | undefined, size: number): FeedPage<Row> => {
  const from = Number(cursor ?? 0)
  const isLast = from + size >= ledger.length
  return { rows: ledger.slice(from, from + size), cursor: isLast ? undefined : String(from + size) }
}
