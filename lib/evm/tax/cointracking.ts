import { utcText } from '#lib/format/moment.ts'
import type { EvmTaxRow } from './contract.ts'

/** A row of CoinTracking's format, whose columns are its keys: what is bought comes in, what is sold goes out. Times are UTC. */
export const coinTrackingRow = (row: EvmTaxRow) => {
  const type = typeOf(row)
  const isFeeOnly = type === 'Other Fee'
  return {
    Type: type,
    'Buy Amount': row.received_amount,
    'Buy Currency': row.received_currency,
    'Sell Amount': isFeeOnly ? row.fee_amount : row.sent_amount,
    'Sell Currency': isFeeOnly ? row.fee_currency : row.sent_currency,
    Fee: isFeeOnly ? null : row.fee_amount,
    'Fee Currency': isFeeOnly ? null : row.fee_currency,
    Exchange: row.chain,
    Group: null,
    Comment: row.description,
    Date: utcText(Date.parse(row.date)).replace(' UTC', ''),
    'Tx-ID': row.transaction_hash,
  }
}

type CoinTrackingType = 'Trade' | 'Deposit' | 'Withdrawal' | 'Staking' | 'Mining' | 'Other Fee'

const typeOf = ({ sent_amount, received_amount, label }: EvmTaxRow): CoinTrackingType => {
  if (sent_amount !== null) return received_amount === null ? 'Withdrawal' : 'Trade'
  if (received_amount === null) return 'Other Fee'
  if (label === 'withdrawal') return 'Staking'
  return label === 'block reward' ? 'Mining' : 'Deposit'
}
