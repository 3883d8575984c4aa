import { minuteOf, shortText } from '#components/kit/short-text.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { sentenceText } from '#lib/evm/summary/sentence-text.ts'
import { exactAmount, groupedNumber } from '#lib/format/amount.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { movementOf } from './movement-of.ts'

/** Metadata of every page of a transaction. */
export const aboutTransaction = async (
  { state, hash, ask }: { state: EvmChainState; hash: string; ask: Ask },
  answer: Promise<Answer<DecodedTransaction>>,
): Promise<PageSummary> => {
  const { data: transaction } = await answer
  const place = state.title
  if (transaction === undefined)
    return { title: hash, place, summary: `The transaction ${shortText(hash)} of ${place}.` }
  const movement = await movementOf(ask, state, transaction)
  const { from_address, from_address_label, to_address, to_address_label } = transaction
  return {
    title: transaction.hash,
    place,
    summary: sentenceText(transactionSentence(transaction, movement), state, movement),
    facts: [
      ['Status', statusOf(transaction)],
      ['Time', minuteOf(transaction.block_timestamp)],
      ['Block', groupedNumber(transaction.block_number)],
      ['From', from_address_label ?? shortText(from_address)],
      ['To', to_address === null ? 'a new contract' : (to_address_label ?? shortText(to_address))],
      ['Value', `${exactAmount(transaction.value, state.decimals)} ${state.symbol}`],
    ],
  }
}
