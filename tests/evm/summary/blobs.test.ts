import { expect, test } from 'vitest'
import { type Known, transactionSentence } from '#lib/evm/summary/sentence.ts'
import { sentenceText } from '#lib/evm/summary/sentence-text.ts'

const transaction = {
  from_address: '0x5050f69a9786f081509234f1a7f4684b5e5b76c9',
  to_address: '0xff00000000000000000000000000000000008453',
  receipt_contract_address: null,
  receipt_status: '1',
  value: '0',
  input: '0x',
  logs: [],
}
const textOf = (blobs: Known['blobs']): string => {
  const known = { moves: [], isCoinTraced: true, ...(blobs !== undefined && { blobs }) }
  const coin = { symbol: 'ETH', decimals: 18 }
  return sentenceText(transactionSentence(transaction, known), coin, { tokens: new Map(), labels: new Map() })
}

test.each([
  [3, 'posted 3 blobs to'],
  [1, 'posted 1 blob to'],
  ['uncounted', 'posted blobs to'],
  [undefined, 'sent nothing to'],
] as const)('a transaction with %s blobs', (blobs, words) => {
  expect(textOf(blobs)).toContain(words)
})
