import { cache } from 'react'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import type { Erc20Event } from '#lib/evm/contract/records/erc20.ts'
import type { DecodedTransaction } from '#lib/evm/contract/records/transactions.ts'
import type { Ask } from '#lib/pages/question.ts'
import { addressIn, eventTopic } from './log-data.ts'
import { type TokenMove, tokenMoves } from './token-moves.ts'

type TokenWords = {
  name: string | null
  symbol: string | null
  /** Null if the token does not report them, or they are unknown. */
  decimals: number | null
  isSpam: boolean
  isVerified: boolean
}

/** The token movements of a transaction, and the names of the participants. */
export type Movement = {
  moves: readonly TokenMove[]
  tokens: ReadonlyMap<string, TokenWords>
  labels: ReadonlyMap<string, string>
}

/** The maximum number of addresses per request of the interface. */
const addressesMax = 100
const namesMax = 12

const amountTopics: readonly (string | null)[] = [
  eventTopic.transfer,
  eventTopic.approval,
  eventTopic.deposit,
  eventTopic.withdrawal,
]

/** Requested once per page: the summary and the transfers need it. Failures leave it unknown. */
export const movementOf = cache(
  async (ask: Ask, state: EvmChainState, transaction: DecodedTransaction): Promise<Movement> => {
    const events = await erc20Events(ask, state.chain, transaction)
    const mine = events.filter(({ transaction_hash }) => transaction_hash === transaction.hash)
    // The interface lists a deposit as a transfer only where the contract is a wrapped coin.
    const moves = tokenMoves(transaction.logs, new Set(mine.map(({ log_index }) => log_index)))
    const tokens = new Map(events.map((event) => [event.contract_address, wordsOf(event)]))
    const nameless = [...new Set(moves.map(({ token }) => token))].filter((token) => !tokens.has(token))
    const named = await Promise.all(nameless.slice(0, namesMax).map((token) => tokenOf(ask, state, token)))
    for (const collection of named)
      if (collection) {
        const { address, name, symbol } = collection
        tokens.set(address, { name, symbol, decimals: null, isSpam: false, isVerified: false })
      }
    return { moves, tokens, labels: labelsOf(transaction, events, tokens) }
  },
)

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
    ask(evmCall('erc20Transfers', input)),
    ...(hasApproval ? [ask(evmCall('erc20Approvals', input))] : []),
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

const labelsOf = (
  { from_address, from_address_label, to_address, to_address_label }: DecodedTransaction,
  events: readonly Erc20Event[],
  tokens: ReadonlyMap<string, TokenWords>,
): Map<string, string> => {
  const given: [address: string | null, label: string | null][] = [
    ...[...tokens].map(([address, { name }]): [string, string | null] => [address, name]),
    ...events.flatMap((event): [string, string | null][] => [
      [event.from_wallet, event.from_wallet_label],
      [event.to_wallet, event.to_wallet_label],
    ]),
    [from_address, from_address_label],
    [to_address, to_address_label],
  ]
  return new Map(given.flatMap(([address, label]) => (address && label ? [[address, label] as const] : [])))
}
