import type { DecodedLog, DecodedTransaction, InternalTransaction } from '#lib/evm/api/records/transactions.ts'

const hash = `0x${'11'.repeat(32)}`
const place = { block_timestamp: '2026-09-15T12:36:04.000Z', block_number: '25', block_hash: `0x${'22'.repeat(32)}` }

/** 20 bytes that end in this number. */
export const person = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`
const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0')
export const data = (...words: (bigint | number | string)[]): string => `0x${words.map(word).join('')}`

export const logOf = (index: number, address: string, topics: readonly string[], bytes = '0x'): DecodedLog => {
  const [topic0 = null, ...indexed] = topics
  const [topic1 = null, topic2 = null, topic3 = null] = indexed.map((one) => `0x${word(one)}`)
  const log_index = String(index)
  return {
    log_index,
    transaction_hash: hash,
    transaction_index: '6',
    address,
    data: bytes,
    topic0,
    topic1,
    topic2,
    topic3,
    ...place,
  }
}

export const transactionWith = (fields: Partial<DecodedTransaction>): DecodedTransaction => ({
  hash,
  nonce: '2',
  transaction_index: '6',
  from_address: person(1),
  from_address_label: null,
  to_address: person(2),
  to_address_label: null,
  value: '0',
  gas: '320000',
  gas_price: '11364747745',
  input: '0x',
  receipt_cumulative_gas_used: '466786',
  receipt_gas_used: '130853',
  receipt_contract_address: null,
  receipt_root: null,
  receipt_status: '1',
  logs: [],
  ...place,
  ...fields,
})

export const callOf = (type: string, from: number, to: number): InternalTransaction => ({
  transaction_hash: hash,
  block_number: 25,
  block_hash: place.block_hash,
  type,
  from: person(from),
  to: person(to),
  value: '0',
  gas: '1000',
  gas_used: '500',
  input: '0x',
  output: '0x',
})
