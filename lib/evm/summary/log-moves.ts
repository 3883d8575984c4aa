import { zeroAddress } from '#lib/base/zero-address.ts'
import type { TransactionLog } from '#lib/evm/api/records/transactions.ts'
import { addressIn, eventTopic, numberAt, numbersAt, topicsOf } from './log-data.ts'
import type { Move } from './moves.ts'

/**
 * Token movements of a transaction, read from its logs by the standards' events. Anyone may emit any event, so Deposit
 * and Withdrawal only count if `wrappings` (log indexes) says that the contract is a wrapped native token.
 */
export const logMoves = (logs: readonly TransactionLog[], wrappings: ReadonlySet<string>): Move[] => {
  const announced = new Set(
    logs.flatMap((log) => (log.topic0 === eventTopic.transfer ? transferOf(log).map((move) => keyOf(log, move)) : [])),
  )
  return logs.flatMap((log) => {
    const moves = movesOf(log, wrappings).filter(
      // A contract that reports its fungible half by both events moved it once.
      (move) => log.topic0 !== eventTopic.erc20Transfer || !announced.has(keyOf(log, move)),
    )
    return moves.map((move) => ({ logIndex: log.log_index, token: log.address, isWrapping: false, ...move }))
  })
}

const keyOf = ({ address }: TransactionLog, { from, to, tokenId, amount }: Moved): string =>
  [address, from, to, tokenId, amount].join(' ')

type Moved = Omit<Move, 'logIndex' | 'token' | 'isWrapping'> & { isWrapping?: boolean }

const movesOf = (log: TransactionLog, wrappings: ReadonlySet<string>): Moved[] => {
  switch (log.topic0) {
    case eventTopic.transfer:
      return transferOf(log)
    case eventTopic.erc20Transfer:
      return erc20Of(log)
    case eventTopic.transferSingle:
      return erc1155Of(log, [numberAt(log.data, 0)], [numberAt(log.data, 1)])
    case eventTopic.transferBatch:
      return erc1155Of(log, numbersAt(log.data, 0), numbersAt(log.data, 1))
    case eventTopic.deposit:
    case eventTopic.withdrawal:
      return wrappings.has(log.log_index) ? wrappingOf(log) : []
    default:
      return []
  }
}

const transferOf = (log: TransactionLog): Moved[] => {
  const [, first, second, third] = topicsOf(log)
  const from = addressIn(first)
  const to = addressIn(second)
  if (from === undefined || to === undefined) return []
  if (third !== undefined) return [{ standard: 'ERC721', from, to, tokenId: BigInt(third).toString(), amount: 1n }]
  return amountOf(log, from, to)
}

const erc20Of = (log: TransactionLog): Moved[] => {
  const from = addressIn(log.topic1 ?? undefined)
  const to = addressIn(log.topic2 ?? undefined)
  return from === undefined || to === undefined ? [] : amountOf(log, from, to)
}

const amountOf = ({ data, topic3 }: TransactionLog, from: string, to: string): Moved[] => {
  const amount = topic3 === null ? numberAt(data, 0) : BigInt(topic3)
  return amount === undefined ? [] : [{ standard: 'ERC20', from, to, tokenId: null, amount }]
}

const erc1155Of = (
  log: TransactionLog,
  ids: readonly (bigint | undefined)[] | undefined,
  amounts: readonly (bigint | undefined)[] | undefined,
): Moved[] => {
  const from = addressIn(log.topic2 ?? undefined)
  const to = addressIn(log.topic3 ?? undefined)
  if (from === undefined || to === undefined || !ids || !amounts) return []
  return ids.flatMap((id, index) => {
    const amount = amounts[index]
    if (id === undefined || amount === undefined) return []
    return [{ standard: 'ERC1155', from, to, tokenId: id.toString(), amount }]
  })
}

const wrappingOf = (log: TransactionLog): Moved[] => {
  const holder = addressIn(log.topic1 ?? undefined)
  const amount = numberAt(log.data, 0)
  if (holder === undefined || amount === undefined) return []
  const [from, to] = log.topic0 === eventTopic.deposit ? [zeroAddress, holder] : [holder, zeroAddress]
  return [{ standard: 'ERC20', from, to, tokenId: null, amount, isWrapping: true }]
}
