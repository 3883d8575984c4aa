import { cache } from 'react'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { minuteOf, shortText } from '#components/kit/short-text.ts'
import type { Erc20Event } from '#lib/evm/api/records/erc20.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { addressIn, eventTopic, logMoves } from '#lib/evm/summary/log-data.ts'
import { coinMove, type Move, moveOf } from '#lib/evm/summary/moves.ts'
import { type Known, transactionSentence } from '#lib/evm/summary/sentence.ts'
import { sentenceText } from '#lib/evm/summary/sentence-text.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { type EvmTransactionMoves, moveEndpoints } from '#lib/evm/transaction/contract.ts'
import { exactAmount, groupedNumber } from '#lib/format/amount.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import { type Answer, type Ask, callTo } from '#lib/pages/question.ts'

type TokenWords = {
  name: string | null
  symbol: string | null
  /** Null if the token does not report them, or they are unknown. */
  decimals: number | null
  isSpam: boolean
  isVerified: boolean
}

/** What a transaction moved, and the names of the participants. */
export type Movement = Known & {
  tokens: ReadonlyMap<string, TokenWords>
  labels: ReadonlyMap<string, string>
}

/** The maximum number of addresses per request of the interface. */
const addressesMax = 100

const amountTopics: readonly (string | null)[] = [
  eventTopic.transfer,
  eventTopic.approval,
  eventTopic.deposit,
  eventTopic.withdrawal,
]

/** Requested once per page: the summary and the transfers need it. */
export const movementOf = cache(
  async (ask: Ask, state: EvmChainState, transaction: DecodedTransaction): Promise<Movement> => {
    if (state.source === 'hosted') return hostedMovement(ask, state, transaction)
    const input = { chain: state.chain, transaction_hash: transaction.hash }
    const { data } = await ask({ ...callTo(moveEndpoints.evmTransactionMoves, input), isWhole: true })
    return data ? movementIn(data, transaction) : movementOfLogs(transaction, [])
  },
)

const movementIn = (
  { moves, move_count, token_counts, is_coin_traced, has_blobs, blob_count, tokens, labels }: EvmTransactionMoves,
  transaction: DecodedTransaction,
): Movement => ({
  moves: moves.map(moveOf),
  isCoinTraced: is_coin_traced,
  ...(move_count > moves.length && { counts: token_counts }),
  ...(has_blobs && { blobs: blob_count ?? 'uncounted' }),
  tokens: new Map(
    tokens.map(({ address, name, symbol, decimals, possible_spam, verified_collection }) => [
      address,
      { ...listedToken({ name, symbol }), decimals, isSpam: possible_spam, isVerified: verified_collection },
    ]),
  ),
  labels: labelsOf(transaction, [
    ...tokens.map(({ address, name }): Named => [address, listedToken({ name, symbol: null }).name]),
    ...labels.map(({ address, label }): Named => [address, label]),
  ]),
})

/** The hosted interface lists the ERC20 events of a block: names, and which deposits wrap coin. */
const hostedMovement = async (ask: Ask, { chain }: EvmChainState, transaction: DecodedTransaction): Promise<Movement> =>
  movementOfLogs(transaction, await erc20Events(ask, chain, transaction))

const movementOfLogs = (transaction: DecodedTransaction, events: readonly Erc20Event[]): Movement => {
  const mine = events.filter(({ transaction_hash }) => transaction_hash === transaction.hash)
  const tokens = new Map(events.map((event) => [event.contract_address, wordsOf(event)]))
  return {
    moves: [
      ...ownValue(transaction),
      // The interface lists a deposit as a transfer only where the contract is a wrapped coin.
      ...logMoves(transaction.logs, new Set(mine.map(({ log_index }) => log_index))),
    ],
    isCoinTraced: false,
    tokens,
    labels: labelsOf(transaction, [
      ...[...tokens].map(([address, { name }]): Named => [address, name]),
      ...events.flatMap((event): Named[] => [
        [event.from_wallet, event.from_wallet_label],
        [event.to_wallet, event.to_wallet_label],
      ]),
    ]),
  }
}

const ownValue = (transaction: DecodedTransaction): Move[] => {
  const { from_address, to_address, receipt_contract_address, value } = transaction
  const to = to_address ?? receipt_contract_address
  if (value === '0' || to === null || statusOf(transaction) === 'failed') return []
  return [coinMove(from_address, to, BigInt(value))]
}

const erc20Events = async (
  ask: Ask,
  chain: string,
  { logs, block_number }: DecodedTransaction,
): Promise<Erc20Event[]> => {
  const amounts = logs.filter(({ topic0, topic3 }) => topic3 === null && amountTopics.includes(topic0))
  const contracts = [...new Set(amounts.map(({ address }) => address))]
  if (contracts.length === 0) return []
  const parties = amounts.flatMap(({ topic1, topic2 }) =>
    [topic1, topic2].map((topic) => addressIn(topic ?? undefined)),
  )
  const input = {
    chain,
    from_block: block_number,
    to_block: block_number,
    contract_addresses: contracts.slice(0, addressesMax),
    wallet_addresses: [...new Set(parties.filter((one) => one !== undefined))].slice(0, addressesMax),
    limit: 100,
  }
  const hasApproval = amounts.some(({ topic0 }) => topic0 === eventTopic.approval)
  const answers = await Promise.all([
    ask(callTo(erc20Endpoints.erc20Transfers, input)),
    ...(hasApproval ? [ask(callTo(erc20Endpoints.erc20Approvals, input))] : []),
  ])
  // An approval is not a movement: only the token fields of its row are used.
  return answers.flatMap(({ data }, index) =>
    (data?.result ?? []).map((event) => (index === 0 ? event : { ...event, transaction_hash: '' })),
  )
}

const wordsOf = (event: Erc20Event): TokenWords => ({
  name: event.token_name,
  symbol: event.token_symbol,
  decimals: event.token_decimals === null ? null : Number(event.token_decimals),
  isSpam: event.possible_spam,
  isVerified: event.verified_collection,
})

type Named = [address: string | null, label: string | null]

const labelsOf = (
  { from_address, from_address_label, to_address, to_address_label }: DecodedTransaction,
  named: readonly Named[],
): Map<string, string> => {
  const all: Named[] = [...named, [from_address, from_address_label], [to_address, to_address_label]]
  return new Map(all.flatMap(([address, label]) => (address && label ? [[address, label] as const] : [])))
}

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
