import { utcText } from '#lib/format/moment.ts'
import type { EvmTaxRow } from './contract.ts'

/**
 * A row of Koinly's universal format, whose columns are its keys. A row needs an amount that was sent or received, so that a fee alone
 * is sent, as a cost. Only labels that Koinly knows are used.
 */
export const koinlyRow = (row: EvmTaxRow) => {
  const isFeeOnly = row.sent_amount === null && row.received_amount === null
  return {
    Date: utcText(Date.parse(row.date)),
    'Sent Amount': isFeeOnly ? row.fee_amount : row.sent_amount,
    'Sent Currency': isFeeOnly ? row.fee_currency : row.sent_currency,
    'Received Amount': row.received_amount,
    'Received Currency': row.received_currency,
    'Fee Amount': isFeeOnly ? null : row.fee_amount,
    'Fee Currency': isFeeOnly ? null : row.fee_currency,
    'Net Worth Amount': row.value_usd,
    'Net Worth Currency': row.value_usd === null ? null : 'USD',
    Label: isFeeOnly ? 'cost' : (labels.get(row.label) ?? null),
    Description: row.description,
    TxHash: row.transaction_hash,
  }
}

/** What a validator withdraws may be a part of its stake: the description says what it is. */
const labels: ReadonlyMap<string, string> = new Map([
  ['withdrawal', 'reward'],
  ['block reward', 'mining'],
])
