import { toHex } from '#lib/base/bytes.ts'
import type { Erc20Burn, Erc20Event, Erc20Mint } from '#lib/evm/api/records/erc20.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { StoredErc20Event } from './erc20-page.ts'

/** A stored transfer or approval as the API returns it; the fields are in the order of the interface. */
export const erc20EventRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Event => ({
  ...tokenFields(row, marks),
  ...senderFields(row, marks),
  ...receiverFields(row, marks),
  ...eventFields(row, marks),
})

/** A stored burn as the API returns it: without the receiver. */
export const erc20BurnRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Burn => ({
  ...tokenFields(row, marks),
  ...senderFields(row, marks),
  ...eventFields(row, marks),
})

/** A stored mint as the API returns it: without the sender. */
export const erc20MintRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Mint => ({
  ...tokenFields(row, marks),
  ...receiverFields(row, marks),
  ...eventFields(row, marks),
})

const tokenFields = (row: StoredErc20Event, { logoOf }: AddressMarks) => ({
  token_name: row.name,
  token_symbol: row.symbol,
  token_logo: logoOf(toHex(row.token_address)),
  token_decimals: row.decimals === null ? null : String(row.decimals),
})

const senderFields = (row: StoredErc20Event, { labelOf }: AddressMarks) => ({
  from_wallet: toHex(row.from_address),
  from_wallet_label: labelOf(toHex(row.from_address)),
})

const receiverFields = (row: StoredErc20Event, { labelOf }: AddressMarks) => ({
  to_wallet: toHex(row.to_address),
  to_wallet_label: labelOf(toHex(row.to_address)),
})

const eventFields = (row: StoredErc20Event, { flags }: AddressMarks) => ({
  contract_address: toHex(row.token_address),
  block_hash: toHex(row.block_hash),
  block_number: String(row.block_number),
  block_timestamp: timestampText(row.block_timestamp),
  transaction_hash: toHex(row.transaction_hash),
  transaction_index: String(row.transaction_index),
  log_index: String(row.log_index),
  value: row.value,
  ...flags(toHex(row.token_address)),
  value_decimal: valueDecimal(row.value, row.decimals),
})
