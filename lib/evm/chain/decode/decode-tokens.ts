import { zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import { createTokenRowList, type TokenRowList } from './token-row-list.ts'
import {
  addressAt,
  type DecodableLog,
  type Erc1155Transfer,
  type Parties,
  partiesForm,
  readParties,
  readTransferBatch,
  readTransferSingle,
  type TokenRows,
  uintAt,
  wordCount,
} from './token-rows.ts'
import { isWrappedNative, readWrapping, tokenTopic, withoutRestated } from './token-topics.ts'

const punks: Hex = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'

/** CryptoPunks has its own events: its Transfer only contains the number of punks. */
const isCryptoPunks = (chain: number, address: Hex): boolean => chain === 1 && address === punks

/**
 * Decodes the logs of CryptoPunks in log order and yields the moved punks. When a bid is accepted, the contract clears
 * the bid before it emits PunkBought, which then names no buyer (a known bug): the buyer is the recipient of the
 * preceding Transfer.
 */
const createPunkReader = (): ((log: DecodableLog) => Parties | undefined) => {
  let transfer: { transactionHash: Hex; from: Hex; to: Hex } | undefined

  const bought = ({ topics, data, transactionHash }: DecodableLog): Parties | undefined => {
    const [, punk, seller, buyer] = topics
    if (punk === undefined || seller === undefined || buyer === undefined || wordCount(data) < 1) return undefined
    const isCleared = uintAt(buyer) === 0n
    const isSale = transfer?.transactionHash === transactionHash && transfer.from === seller
    if (isCleared && !isSale) return undefined
    const from = addressAt(seller)
    const to = addressAt(isCleared && transfer ? transfer.to : buyer)
    return from && to && { from, to, number: uintAt(punk) }
  }

  return (log) => {
    const { topics, data, transactionHash } = log
    const [topic, first, second] = topics
    switch (topic) {
      case tokenTopic.transfer:
        if (first !== undefined && second !== undefined) transfer = { transactionHash, from: first, to: second }
        return undefined
      case tokenTopic.punkTransfer:
        return topics.length === 3 ? readParties(log) : undefined
      case tokenTopic.punkAssign: {
        const to = topics.length === 2 && first !== undefined ? addressAt(first) : undefined
        return to && wordCount(data) >= 1 ? { from: zeroAddressBytes, to, number: uintAt(data) } : undefined
      }
      case tokenTopic.punkBought:
        return bought(log)
      default:
        return undefined
    }
  }
}

/** One log may name 2^256 tokens at no cost; no real collection comes near this. */
const tokensOfLogMax = 20_000

const shortenedNote = `A ConsecutiveTransfer event named more than ${tokensOfLogMax.toLocaleString('en-US')} tokens; only the first ${tokensOfLogMax.toLocaleString('en-US')} of them are kept.`

type ConsecutiveTransfer = {
  from: Uint8Array
  to: Uint8Array
  firstToken: bigint
  count: number
  isShortened: boolean
}

/** ConsecutiveTransfer of ERC-2309, with an inclusive range. Undefined if it is not one or names no token. */
const readConsecutiveTransfer = ({ topics, data }: DecodableLog): ConsecutiveTransfer | undefined => {
  const [, first, sender, receiver] = topics
  if (first === undefined || sender === undefined || receiver === undefined || wordCount(data) < 1) return undefined
  const from = addressAt(sender)
  const to = addressAt(receiver)
  const firstToken = uintAt(first)
  const count = uintAt(data) - firstToken + 1n
  if (!from || !to || count <= 0n) return undefined
  const isShortened = count > tokensOfLogMax
  return { from, to, firstToken, count: isShortened ? tokensOfLogMax : Number(count), isShortened }
}

/**
 * NFTs of Ethereum that are older than the final ERC-721: their Transfer has the token id in its data, as ERC-20 has
 * the value.
 */
const unindexedNfts: ReadonlySet<Hex> = new Set<Hex>([
  // CryptoKitties and CryptoBots: nothing is indexed.
  '0x06012c8cf97bead5deae237070f9587f8e7a266d',
  '0xf7a6e15dfd5cdd9ef12711bd757a9b6021abf643',
  // CryptoArte.
  '0xbace7e22f06554339911a03b8e0ae28203da9598',
  // Cryptovoxels parcels.
  '0x79986af15539de2db9a5086382daeda917a9cf0c',
  // Beeple, the 5000 days collection.
  '0x23cd7da31501aa54f61384a3756fb4a1329dbb2c',
])

const isUnindexedNft = (chain: number, address: Hex): boolean => chain === 1 && unindexedNfts.has(address)

/**
 * The address at which the chain itself reports native transfers, in the format of a token's Transfer (EIP-7708): it is
 * not a token contract.
 */
const nativeLogAddress: Hex = '0xfffffffffffffffffffffffffffffffffffffffe'

/**
 * Decodes the token events of these logs. Pure, and never throws for anything a chain can contain: a log that does not
 * fit its event yields no row. `logs` are in log order, grouped by transaction; `kindOf` returns what else is known of
 * a contract: for an ERC721 contract, ambiguous Transfers hold token ids, unless these logs prove that it is ERC404.
 */
export const decodeTokens = (
  chain: number,
  logs: readonly DecodableLog[],
  kindOf: (address: Hex) => ContractKind | null | undefined,
): TokenRows => {
  const list = createTokenRowList(chain)
  /** Rows of events other than Transfer, which some contracts emit beside it. */
  const others = new Set<TokenRows['erc20Transfers'][number]>()
  const readPunk = createPunkReader()
  const hybrids = erc404Contracts(logs)
  const isErc721 = (address: Hex) =>
    isUnindexedNft(chain, address) || (kindOf(address) === 'ERC721' && !hybrids.has(address))

  for (const log of logs) {
    const { address, topics } = log
    if (address === nativeLogAddress) continue
    if (isCryptoPunks(chain, address)) {
      const moved = readPunk(log)
      if (moved) addNft(list, log, moved, null)
      continue
    }
    switch (topics[0]) {
      case tokenTopic.transfer:
        addTransfer(list, log, isErc721)
        break
      case tokenTopic.erc20Transfer: {
        const moved = readParties(log)
        if (moved) others.add(list.addErc20Transfer(log, moved))
        break
      }
      case tokenTopic.approval:
        addApproval(list, log, isErc721)
        break
      case tokenTopic.transferSingle:
        addErc1155(list, log, readTransferSingle(log), false)
        break
      case tokenTopic.transferBatch:
        addErc1155(list, log, readTransferBatch(log), true)
        break
      case tokenTopic.consecutiveTransfer:
        addConsecutive(list, log)
        break
      case tokenTopic.deposit:
      case tokenTopic.withdrawal: {
        const moved = isWrappedNative(chain, address) ? readWrapping(log) : undefined
        if (!moved) break
        others.add(list.addErc20Transfer(log, moved))
        list.addContract(address, 'ERC20')
      }
    }
  }
  for (const address of hybrids) list.addContract(address, 'ERC404')
  return { ...list.rows, erc20Transfers: withoutRestated(list.rows.erc20Transfers, others) }
}

/**
 * Contracts whose events prove that they are ERC-404: ERC20Transfer, or the standard Transfer in both forms, with an amount in its
 * data and with a token id as a topic, in one transaction.
 */
const erc404Contracts = (logs: readonly DecodableLog[]): Set<Hex> => {
  const contracts = new Set<Hex>()
  /** Forms of Transfer, as numbers of topics, by contract in the transaction of the last log. */
  const formsSeen = new Map<Hex, number>()
  let transaction: Hex | undefined
  for (const { address, topics, data, transactionHash } of logs) {
    if (transaction !== transactionHash) formsSeen.clear()
    transaction = transactionHash
    if (address === nativeLogAddress) continue
    if (topics[0] === tokenTopic.erc20Transfer && readParties({ topics, data })) contracts.add(address)
    if (topics[0] !== tokenTopic.transfer || topics.length < 3 || !readParties({ topics, data })) continue
    const form = formsSeen.get(address) ?? topics.length
    if (form !== topics.length) contracts.add(address)
    formsSeen.set(address, form)
  }
  return contracts
}

/** The contracts whose kind decides what these logs mean: each once. */
export const ambiguousContracts = (logs: readonly DecodableLog[]): Hex[] => {
  const contracts = new Set<Hex>()
  for (const log of logs) {
    const [topic] = log.topics
    if (topic !== tokenTopic.transfer && topic !== tokenTopic.approval) continue
    if (partiesForm(log) === 'plain' && log.address !== nativeLogAddress) contracts.add(log.address)
  }
  return [...contracts]
}

const addTransfer = (list: TokenRowList, log: DecodableLog, isErc721: (address: Hex) => boolean): void => {
  const moved = readParties(log)
  if (!moved) return
  if (log.topics.length === 4 || isErc721(log.address)) {
    addNft(list, log, moved, 'ERC721')
    return
  }
  list.addErc20Transfer(log, moved)
  list.addContract(log.address, 'ERC20')
}

const addApproval = (list: TokenRowList, log: DecodableLog, isErc721: (address: Hex) => boolean): void => {
  // With four topics it is the approval of one token, not an allowance.
  if (log.topics.length === 4 || isErc721(log.address)) return
  const allowed = readParties(log)
  if (!allowed) return
  list.addErc20Approval(log, allowed)
  // Old NFTs approve with nothing indexed too: only the standard's own form is a proof.
  list.addContract(log.address, log.topics.length === 3 ? 'ERC20' : null)
}

const addNft = (list: TokenRowList, log: DecodableLog, { from, to, number }: Parties, kind: 'ERC721' | null): void => {
  const standard = kind === null ? 0 : 721
  const one = { standard, isBatch: false, batchIndex: 0, operator: null, amount: 1n } as const
  list.addNftTransfer(log, { ...one, from, to, tokenId: number })
  list.addContract(log.address, kind)
}

const addErc1155 = (
  list: TokenRowList,
  log: DecodableLog,
  transfer: Erc1155Transfer | undefined,
  isBatch: boolean,
): void => {
  // Contracts are derived from rows only, so that a reorg can restore them from the remaining rows.
  if (!transfer || transfer.items.length === 0) return
  const { items, ...addresses } = transfer
  for (const [batchIndex, item] of items.entries())
    list.addNftTransfer(log, { standard: 1155, isBatch, batchIndex, ...addresses, ...item })
  list.addContract(log.address, 'ERC1155')
}

const addConsecutive = (list: TokenRowList, log: DecodableLog): void => {
  const transfer = readConsecutiveTransfer(log)
  if (!transfer) return
  const { from, to, firstToken, count, isShortened } = transfer
  const each = { standard: 721, isBatch: true, operator: null, amount: 1n, from, to } as const
  for (let batchIndex = 0; batchIndex < count; batchIndex++)
    list.addNftTransfer(log, { ...each, batchIndex, tokenId: firstToken + BigInt(batchIndex) })
  list.addContract(log.address, 'ERC721', isShortened ? shortenedNote : null)
}
