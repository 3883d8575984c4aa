import { movementOf } from '#components/evm/transaction/movement-of.ts'
import { transactionSentence } from '#components/evm/transaction/sentence.ts'
import { sentenceText } from '#components/evm/transaction/sentence-text.ts'
import { evmCall, evmExplorerCall, type SourceCall } from '#components/source/source-call.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { DecodedTransaction, InternalTransaction } from '#lib/evm/contract/transactions.ts'
import { exactAmount, groupedNumber } from '#lib/format/amount.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { PageAbout, PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { chainOf } from './chain-of.ts'
import { evmAnswer, minuteOf, noSuch, shortText } from './page-words.ts'
import { rowsOf } from './rows-of.ts'

/** @throws not_available where no source could trace: no rows would say that there are none. */
const tracedOf = (calls: DecodedTransaction['internal_transactions']): readonly InternalTransaction[] => {
  if (calls) return calls
  throw new ServiceError('not_available', 'No source could trace this transaction.')
}

const hashOf = ({ parameters: { hash = '' } }: PageAt): string => {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw noSuch('transaction')
  return hash.toLowerCase()
}

const aboutTransaction = async (at: PageAt, transaction: DecodedTransaction): Promise<PageAbout> => {
  const state = await chainOf(at)
  const movement = await movementOf(at.clients.evm, state, transaction)
  const { from_address, from_address_label, to_address, to_address_label } = transaction
  return {
    kind: 'Transaction',
    title: transaction.hash,
    place: state.title,
    summary: sentenceText(transactionSentence(transaction, movement.moves), state, movement),
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

/** All parts of a transaction have its own summary; a part whose endpoint gives no transaction has words of its own. */
const part = (
  callOf: (chain: string, transaction_hash: string) => SourceCall,
  rows?: PageEntry['rows'],
): PageEntry => ({
  rows,
  calls: async (at) => [callOf((await chainOf(at)).chain, hashOf(at))],
  about: async (answers, at) => {
    const transaction = evmAnswer(answers, 'transactionVerbose') ?? evmAnswer(answers, 'transaction')
    if (transaction) return aboutTransaction(at, transaction)
    const { title } = await chainOf(at)
    return {
      kind: 'Proof of inclusion',
      title: hashOf(at),
      place: title,
      summary: `Proof that the transaction ${shortText(hashOf(at))} and its receipt are part of a block of ${title}.`,
      facts: [],
    }
  },
})

export const transaction = part((chain, transaction_hash) => evmCall('transactionVerbose', { chain, transaction_hash }))
export const transactionTransfers = part(
  (chain, transaction_hash) => evmCall('transactionVerbose', { chain, transaction_hash }),
  async (answers, at) => {
    const found = evmAnswer(answers, 'transactionVerbose')
    const movement = found && (await movementOf(at.clients.evm, await chainOf(at), found))
    return rowsOf('transactionVerbose', movement?.moves ?? [], [
      ...(['logIndex', 'standard', 'token', 'from', 'to', 'tokenId', 'amount'] as const),
    ])
  },
)
export const transactionLogs = part(
  (chain, transaction_hash) => evmCall('transactionVerbose', { chain, transaction_hash }),
  (answers) =>
    rowsOf('transactionVerbose', evmAnswer(answers, 'transactionVerbose')?.logs ?? [], [
      ...(['log_index', 'address', 'topic0', 'topic1', 'topic2', 'topic3', 'data', 'decoded_event'] as const),
    ]),
)
export const transactionInternal = part(
  (chain, transaction_hash) => evmCall('transaction', { chain, transaction_hash, include: 'internal_transactions' }),
  (answers) =>
    rowsOf('transaction', tracedOf(evmAnswer(answers, 'transaction')?.internal_transactions), [
      ...(['type', 'from', 'to', 'value', 'gas', 'gas_used', 'input', 'output'] as const),
    ]),
)
export const transactionRaw = part((chain, transaction_hash) => evmCall('transaction', { chain, transaction_hash }))
export const transactionProof = part((chain, transaction_hash) =>
  evmExplorerCall('evmTransactionProof', { chain, transaction_hash }),
)
