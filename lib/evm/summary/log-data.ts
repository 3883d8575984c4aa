import { zeroAddress } from '#lib/base/zero-address.ts'
import type { TransactionLog } from '#lib/evm/api/records/transactions.ts'
import type { Move } from './moves.ts'

/** First topics of token transfer and approval events: keccak256 of the signature. */
export const eventTopic = {
  /** Transfer(address,address,uint256): ERC20 with three topics, ERC721 with four. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC20Transfer(address,address,uint256): the fungible half of ERC404. */
  erc20Transfer: '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487',
  /** Approval(address,address,uint256): ERC20 with three topics, ERC721 with four. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ApprovalForAll(address,address,bool): ERC721 and ERC1155. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** TransferSingle(address,address,address,uint256,uint256): ERC1155. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]): ERC1155. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Deposit(address,uint256) of a wrapped native coin. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Withdrawal(address,uint256) of a wrapped native coin. */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

const digitsPerWord = 64

export const topicsOf = ({ topic0, topic1, topic2, topic3 }: TransactionLog): string[] =>
  [topic0, topic1, topic2, topic3].filter((topic) => topic !== null)

/** The number in the word at an index of the data; undefined beyond its end. */
export const numberAt = (data: string, place: number): bigint | undefined => {
  const start = 2 + place * digitsPerWord
  const word = data.slice(start, start + digitsPerWord)
  return word.length === digitsPerWord ? BigInt(`0x${word}`) : undefined
}

/** The address in a word; undefined if its upper twelve bytes are not zero. */
export const addressIn = (word: string | undefined): string | undefined =>
  word !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined

const itemsMax = 1_000

/** A uint256[] whose offset is at a position. Offset and length are untrusted: undefined if it does not fit. */
const numbersAt = (data: string, place: number): bigint[] | undefined => {
  const offset = numberAt(data, place)
  if (offset === undefined || offset % 32n !== 0n || offset > BigInt(data.length)) return undefined
  const start = Number(offset) / 32
  const length = numberAt(data, start)
  if (length === undefined || length > BigInt(itemsMax)) return undefined
  const numbers = Array.from({ length: Number(length) }, (_, index) => numberAt(data, start + 1 + index))
  return numbers.every((one) => one !== undefined) ? numbers : undefined
}

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
