import { byteCount, type Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type {
  ContractKind,
  Erc20ApprovalRow,
  Erc20TransferRow,
  NftTransferRow,
} from '#lib/evm/chain/tables/token-tables.ts'

/** A log with the fields of its transaction that rows need. */
export type DecodableLog = {
  blockNumber: number
  transactionIndex: number
  logIndex: number
  transactionHash: Hex
  /** Native value of the transaction; null if only logs were read. */
  transactionValue: bigint | null
  address: Hex
  topics: readonly Hex[]
  data: Hex
}

/** The token rows of some blocks, in log order. */
export type TokenRows = {
  nftTransfers: NftTransferRow[]
  erc20Transfers: Erc20TransferRow[]
  erc20Approvals: Erc20ApprovalRow[]
  /** Every contract that emitted one of these, by lower-case address: the highest kind that its events prove. */
  contracts: Map<Hex, { kind: ContractKind | null; note: string | null }>
}

type TokenRow = Pick<NftTransferRow, 'block_number' | 'log_index' | 'token_address'>

/** Those of the rows that `isKept` chooses, with the contracts of all. */
export const keepRows = (rows: TokenRows, isKept: (row: TokenRow) => boolean): TokenRows => ({
  nftTransfers: rows.nftTransfers.filter(isKept),
  erc20Transfers: rows.erc20Transfers.filter(isKept),
  erc20Approvals: rows.erc20Approvals.filter(isKept),
  contracts: rows.contracts,
})

/** Every log of these blocks, in the order of the blocks. */
export const decodableLogs = (blocks: readonly EvmBlock[]): DecodableLog[] => {
  const logs: DecodableLog[] = []
  for (const { number: blockNumber, transactions } of blocks)
    for (const transaction of transactions) {
      const { index: transactionIndex, hash: transactionHash, value: transactionValue } = transaction
      for (const { logIndex, address, topics, data } of transaction.logs)
        logs.push({
          blockNumber,
          transactionIndex,
          logIndex,
          transactionHash,
          transactionValue,
          address,
          topics,
          data,
        })
    }
  return logs
}

const digitsPerWord = 64
const addressPadding = '0'.repeat(24)

/** The 32-byte words of some data. */
export const wordCount = (data: Hex): number => Math.floor((data.length - 2) / digitsPerWord)

/** The uint256 that starts at a byte; the data must reach that far. */
export const uintAt = (data: Hex, byte = 0): bigint => {
  const start = 2 + byte * 2
  return BigInt(`0x${data.slice(start, start + digitsPerWord)}`)
}

/**
 * The address in a topic, or in the word that starts at a byte of data. Undefined if the upper 12 bytes are not zero or
 * the data ends before: it is then a number or a hash, whose low 20 bytes are not an account.
 */
export const addressAt = (data: Hex, byte = 0): Uint8Array | undefined => {
  const start = 2 + byte * 2
  if (!data.startsWith(addressPadding, start) || data.length < start + digitsPerWord) return undefined
  return Buffer.from(data.slice(start + addressPadding.length, start + digitsPerWord), 'hex')
}

/** The fields of Transfer, and of Approval with owner and spender: two addresses and an amount or token id. */
export type Parties = { from: Uint8Array; to: Uint8Array; number: bigint }

type EventWords = Pick<DecodableLog, 'topics' | 'data'>

/** Whether an event with two addresses and a number has the number as a topic, in its data, or does not fit. */
export const partiesForm = ({ topics, data }: EventWords): 'indexed' | 'plain' | undefined => {
  switch (topics.length) {
    case 4:
      return 'indexed'
    case 3:
      return wordCount(data) >= 1 ? 'plain' : undefined
    case 2:
      return data.length === 2 + 2 * 64 ? 'plain' : undefined
    case 1:
      return data.length === 2 + 3 * 64 ? 'plain' : undefined
    default:
      return undefined
  }
}

/**
 * Decodes such an event with any number of indexed fields; contracts older than the standards index none or one. Fields
 * that are not indexed are in the data, in their order. Undefined if it does not fit or an address is not valid.
 */
export const readParties = (log: EventWords): Parties | undefined => {
  if (partiesForm(log) === undefined) return undefined
  const { data } = log
  const [, first, second, third] = log.topics
  const inTopics = log.topics.length - 1
  const from = first === undefined ? addressAt(data, 0) : addressAt(first)
  if (from === undefined) return undefined
  const to = second === undefined ? addressAt(data, 32 * (1 - inTopics)) : addressAt(second)
  if (to === undefined) return undefined
  return { from, to, number: third === undefined ? uintAt(data, 32 * (2 - inTopics)) : uintAt(third) }
}

export type Erc1155Transfer = {
  operator: Uint8Array
  from: Uint8Array
  to: Uint8Array
  items: { tokenId: bigint; amount: bigint }[]
}

/** TransferSingle of ERC-1155; undefined if the log does not fit. */
export const readTransferSingle = (log: DecodableLog): Erc1155Transfer | undefined => {
  if (wordCount(log.data) < 2) return undefined
  return withAddresses(log, [{ tokenId: uintAt(log.data, 0), amount: uintAt(log.data, 32) }])
}

/**
 * TransferBatch of ERC-1155; undefined if the log does not fit. An id without an amount, or the reverse, moved nothing:
 * if the arrays differ in length, the shorter one counts.
 */
export const readTransferBatch = (log: DecodableLog): Erc1155Transfer | undefined => {
  if (wordCount(log.data) < 2) return undefined
  const tokenIds = arrayAt(log.data, 0)
  const amounts = arrayAt(log.data, 32)
  if (!tokenIds || !amounts) return undefined
  const items = Array.from({ length: Math.min(tokenIds.length, amounts.length) }, (_, place) => ({
    tokenId: uintAt(log.data, tokenIds.byte + 32 * place),
    amount: uintAt(log.data, amounts.byte + 32 * place),
  }))
  return withAddresses(log, items)
}

const withAddresses = ({ topics }: DecodableLog, items: Erc1155Transfer['items']): Erc1155Transfer | undefined => {
  const [, first, second, third] = topics
  if (first === undefined || second === undefined || third === undefined) return undefined
  const operator = addressAt(first)
  const from = addressAt(second)
  const to = addressAt(third)
  return operator && from && to && { operator, from, to, items }
}

/**
 * The uint256[] whose offset is at a byte: the position of its first element, and its length. Offset and length are
 * untrusted: an array that would not end within the data is ignored.
 */
const arrayAt = (data: Hex, byte: number): { byte: number; length: number } | undefined => {
  const bytes = byteCount(data)
  const offset = uintAt(data, byte)
  if (offset + 32n > bytes) return undefined
  const start = Number(offset) + 32
  const length = uintAt(data, start - 32)
  if (length * 32n > bytes - start) return undefined
  return { byte: start, length: Number(length) }
}
