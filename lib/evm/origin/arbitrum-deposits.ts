import { toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { hashOf, keccak256 } from '#lib/base/keccak.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { arbitrumTypes, transactionDigits } from '#lib/evm/chain/checks/rlp-bytes.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { addressOfWord, bytesHex, onlyBytes, type RollupDeposit, wordAt, wordLength } from './op-stack-deposits.ts'

/*
 * Deposits of Arbitrum rollups (Nitro): IBridge, IDelayedMessageProvider and Inbox of nitro-contracts, arbos/parse_l2 of
 * nitro, and the transactions of its arb_types.
 */

const topicOf = (signature: string): Uint8Array => keccak256(Buffer.from(signature))

/** The bridge: number of the message, and in the data inbox, kind, sender, hash of the content and the L1's base fee. */
export const messageTopic: Uint8Array = topicOf(
  'MessageDelivered(uint256,bytes32,address,uint8,address,bytes32,uint256,uint64)',
)
/** The inbox: number of the message and its content. */
const contentTopic = topicOf('InboxMessageDelivered(uint256,bytes)')
/** Of the contract at 0x…6e: ticket, transaction that redeems it, and how often that was tried. */
const redeemTopic = topicOf('RedeemScheduled(bytes32,bytes32,uint64,uint64,address,uint256,uint256)')
const retryablesAddress: Hex = '0x000000000000000000000000000000000000006e'

const kinds = { retryable: 9n, deposit: 12n }

type Message = { number: bigint; inbox: Hex; kind: bigint; sender: Hex; contentHash: Hex; baseFee: bigint }

/** The deposits that the logs of one block report, in order. */
export const arbitrumDeposits = (logs: readonly LogRow[]): RollupDeposit[] => {
  const contents = contentsOf(logs)
  return logs.flatMap((log) => {
    const message = messageOf(log)
    const key = message && contentKey(log, message.inbox, message.number)
    const content = contents.get(key ?? '')
    if (!message || !key || content?.hash !== message.contentHash) return []
    contents.delete(key)
    const deposit = depositOf(message, content.bytes)
    if (!deposit) return []
    return {
      ...deposit,
      stack: 'arbitrum',
      logIndex: log.log_index,
      portal: toHex(log.address),
      messageNumber: message.number,
      rollupHash: undefined,
    }
  })
}

const isTopic = (topic: Uint8Array | null, wanted: Uint8Array): boolean =>
  topic !== null && Buffer.compare(topic, wanted) === 0

const messageOf = ({ topic0, topic1, data }: LogRow): Message | undefined => {
  if (!isTopic(topic0, messageTopic) || !topic1) return undefined
  const word = (index: number): Uint8Array => data.subarray(index * wordLength, (index + 1) * wordLength)
  const [kind, baseFee] = [wordAt(data, 1), wordAt(data, 4)]
  if (kind === undefined || baseFee === undefined) return undefined
  return {
    number: BigInt(toHex(topic1)),
    inbox: addressOfWord(word(0)),
    sender: addressOfWord(word(2)),
    contentHash: toHex(word(3)),
    ...{ kind, baseFee },
  }
}

/**
 * What inboxes report of messages. An inbox reports each once, for one message; of a contract that does so often, the first
 * counts. Everything is hashed once, so that a block full of such logs costs no more than another.
 */
const contentsOf = (logs: readonly LogRow[]): Map<string, { bytes: Uint8Array; hash: Hex }> => {
  const contents = new Map<string, { bytes: Uint8Array; hash: Hex }>()
  for (const log of logs) {
    const bytes = isTopic(log.topic0, contentTopic) ? onlyBytes(log.data) : undefined
    if (!bytes || !log.topic1) continue
    const key = contentKey(log, toHex(log.address), BigInt(toHex(log.topic1)))
    if (!contents.has(key)) contents.set(key, { bytes, hash: toHex(keccak256(bytes)) })
  }
  return contents
}

/** The inbox reports a message in the transaction in which the bridge takes it. */
const contentKey = ({ transaction_index }: LogRow, inbox: Hex, number: bigint): string =>
  `${transaction_index} ${inbox} ${number}`

type Parsed = Pick<RollupDeposit, 'from' | 'to' | 'mint' | 'value' | 'gasLimit' | 'hashOn'>

const depositOf = (message: Message, content: Uint8Array): Parsed | undefined => {
  if (message.kind === kinds.deposit) return plainDeposit(message, content)
  return message.kind === kinds.retryable ? retryable(message, content) : undefined
}

const addressLength = 20

/** Receiver and amount, packed. */
const plainDeposit = (message: Message, content: Uint8Array): Parsed | undefined => {
  if (content.length !== addressLength + wordLength) return undefined
  const [from, to] = [message.sender, toHex(content.subarray(0, addressLength))]
  const value = BigInt(toHex(content.subarray(addressLength)))
  const hashOn = (chain: number): Hex =>
    hashOfType(arbitrumTypes.deposit, message, chain, { to, value: hexNumber(value) })
  return { from, to, mint: value, value, gasLimit: 0n, hashOn }
}

/** Nine words, the last of which is the length of the calldata after them. */
const retryable = (message: Message, content: Uint8Array): Parsed | undefined => {
  const [receiver, value, mint, maxSubmissionFee, refundTo, beneficiary, gasLimit, maxFeePerGas, length] = Array.from(
    { length: 9 },
    (_, index) => wordAt(content, index),
  )
  const calldata = content.subarray(9 * wordLength)
  if (length !== BigInt(calldata.length) || value === undefined || mint === undefined || gasLimit === undefined)
    return undefined
  const receiverAddress = addressText(receiver)
  const to = receiverAddress === zeroAddress ? null : receiverAddress
  const hashOn = (chain: number): Hex =>
    hashOfType(arbitrumTypes.retryable, message, chain, {
      l1BaseFee: hexNumber(message.baseFee),
      depositValue: hexNumber(mint),
      maxFeePerGas: hexNumber(maxFeePerGas ?? 0n),
      gas: hexNumber(gasLimit),
      retryTo: to,
      retryValue: hexNumber(value),
      beneficiary: addressText(beneficiary),
      maxSubmissionFee: hexNumber(maxSubmissionFee ?? 0n),
      refundTo: addressText(refundTo),
      retryData: toHex(calldata),
    })
  return { from: message.sender, to, mint, value, gasLimit, hashOn }
}

const addressText = (word: bigint = 0n): Hex => bytesHex(word, addressLength)

const hashOfType = (
  type: number,
  { number, sender }: Message,
  chain: number,
  fields: Record<string, Hex | null>,
): Hex => {
  const common = {
    type: hexNumber(type),
    chainId: hexNumber(chain),
    requestId: bytesHex(number),
    from: sender,
  }
  return hashOf(transactionDigits({ ...common, ...fields }, new Set()))
}

/** The function by which the first transaction of a block tells it the newest L1 block. */
const startBlock = toHex(topicOf('startBlock(uint256,uint64,uint64,uint64)').subarray(0, 4))

/** The number of the L1 block that the first transaction of a rollup's block names. */
export const l1BlockOf = (input: Uint8Array): number | undefined => {
  if (toHex(input.subarray(0, 4)) !== startBlock) return undefined
  const number = Number(wordAt(input.subarray(4), 1))
  return Number.isSafeInteger(number) ? number : undefined
}

/** The transaction that redeemed the ticket at once, from the logs of the one that created it. */
export const redeemOf = (logs: readonly LogRow[]): Hex | undefined => {
  const log = logs.find(({ address, topic0 }) => toHex(address) === retryablesAddress && isTopic(topic0, redeemTopic))
  return log?.topic2 ? toHex(log.topic2) : undefined
}
