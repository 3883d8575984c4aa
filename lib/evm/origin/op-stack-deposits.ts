import { toHex, toInteger } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { hashOf, keccak256 } from '#lib/base/keccak.ts'
import { selectorOfSignature } from '#lib/evm/bytecode/standards.ts'
import { depositType, transactionDigits } from '#lib/evm/chain/checks/rlp-bytes.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import type { EvmSentTransaction } from './contract.ts'

export const wordLength = 32

/** The word of ABI-encoded data at an index; undefined if the data ends before it. */
export const wordAt = (data: Uint8Array, index: number): bigint | undefined => {
  const word = data.subarray(index * wordLength, (index + 1) * wordLength)
  return word.length === wordLength ? toInteger(word) : undefined
}

/** The only value of a log's data, `bytes`; undefined if the data is not encoded so. */
export const onlyBytes = (data: Uint8Array): Uint8Array | undefined => {
  const [offset, length] = [wordAt(data, 0), wordAt(data, 1)]
  if (offset !== BigInt(wordLength) || length === undefined || length > BigInt(data.length - 2 * wordLength))
    return undefined
  return data.subarray(2 * wordLength, 2 * wordLength + Number(length))
}

/** The address in a word, whose other bytes are not looked at. */
export const addressOfWord = (word: Uint8Array): Hex => toHex(word.subarray(-20))

/** As many bytes, the lowest ones of a longer number. */
export const bytesHex = (value: bigint, bytes = wordLength): Hex => {
  const digits = value.toString(16).padStart(2 * bytes, '0')
  return `0x${digits.slice(-2 * bytes)}`
}

/** A deposit that the portal or bridge of a rollup reports on the L1. Any contract can emit such logs. */
export type RollupDeposit = {
  stack: EvmSentTransaction['rollup_deposits'][number]['stack']
  logIndex: number
  portal: Hex
  /** Of Arbitrum: its place among all messages of the bridge. */
  messageNumber: bigint | undefined
  from: Hex
  /** Null: the deposit creates a contract. */
  to: Hex | null
  mint: bigint
  value: bigint
  gasLimit: bigint
  /** The hash of the transaction that it becomes on a rollup with this chain id. */
  hashOn: (chain: number) => Hex
  /** That hash, if it does not depend on the rollup. */
  rollupHash: Hex | undefined
}

/*
 * Deposits of OP Stack rollups, by the OP Stack specification: "Deposits" (the event, the transaction and its source
 * hash) and "L1 attributes".
 */

/** The block of the L1 that a block of a rollup is derived from. */
type L1Origin = { number: number; hash: Hex }

/** `TransactionDeposited`: from, to, version, and the deposit as packed bytes. */
export const depositTopic: Uint8Array = keccak256(Buffer.from('TransactionDeposited(address,address,uint256,bytes)'))

/** Mint, value, gas limit (8 bytes) and whether it creates a contract (1 byte), before the calldata. */
const packedLength = 2 * wordLength + 8 + 1

/** The deposits that these logs of a block report, in order. */
export const opStackDeposits = (logs: readonly LogRow[], blockHash: Hex): RollupDeposit[] =>
  logs.flatMap((log) => rollupDeposit(log, blockHash) ?? [])

const rollupDeposit = (log: LogRow, blockHash: Hex): RollupDeposit | undefined => {
  const { topic0, topic1, topic2, topic3 } = log
  if (!topic0 || !topic1 || !topic2 || !topic3 || !depositTopic.every((byte, at) => topic0[at] === byte))
    return undefined
  const packed = onlyBytes(log.data)
  // Version 0 is the only one.
  if (topic3.some((byte) => byte !== 0) || !packed || packed.length < packedLength) return undefined
  const numberAt = (from: number, to: number) => BigInt(toHex(packed.subarray(from, to)))
  const isCreation = packed[packedLength - 1] === 1
  const deposit = {
    from: addressOfWord(topic1),
    to: isCreation ? null : addressOfWord(topic2),
    mint: numberAt(0, wordLength),
    value: numberAt(wordLength, 2 * wordLength),
    gasLimit: numberAt(2 * wordLength, packedLength - 1),
  }
  const sourceHash = sourceHashOf(blockHash, log.log_index)
  const rollupHash = transactionHash({ ...deposit, sourceHash }, toHex(packed.subarray(packedLength)))
  return {
    ...deposit,
    stack: 'op_stack',
    logIndex: log.log_index,
    portal: toHex(log.address),
    messageNumber: undefined,
    hashOn: () => rollupHash,
    rollupHash,
  }
}

/** Domain 0: a deposit by a user. */
const sourceHashOf = (blockHash: Hex, logIndex: number): Hex => {
  const id = hashOf(blockHash.slice(2) + logIndex.toString(16).padStart(2 * wordLength, '0'))
  return hashOf(''.padStart(2 * wordLength, '0') + id.slice(2))
}

type Deposit = Pick<RollupDeposit, 'from' | 'to' | 'mint' | 'value' | 'gasLimit'> & { sourceHash: Hex }

const transactionHash = ({ mint, value, gasLimit, ...rest }: Deposit, input: Hex): Hex => {
  const quantities = { mint: hexNumber(mint), value: hexNumber(value), gas: hexNumber(gasLimit) }
  return hashOf(transactionDigits({ type: hexNumber(depositType), ...rest, ...quantities, input }, new Set()))
}

/** The functions of the L1Block contract by which the first transaction of a block names its L1 block. */
const attributes = new Set(
  [
    'setL1BlockValues(uint64,uint64,uint256,bytes32,uint64,bytes32,uint256,uint256)',
    'setL1BlockValuesEcotone()',
    'setL1BlockValuesIsthmus()',
    'setL1BlockValuesJovian()',
  ].map(selectorOfSignature),
)

/**
 * The block of the L1 that the first transaction of a rollup's block names. The packed forms since Ecotone have number and
 * hash where the ABI puts those of Bedrock.
 */
export const l1OriginOf = (input: Uint8Array): L1Origin | undefined => {
  const [number, hash] = [input.subarray(28, 36), input.subarray(100, 132)]
  if (!attributes.has(toHex(input.subarray(0, 4))) || hash.length !== wordLength) return undefined
  const height = Number(BigInt(toHex(number)))
  return Number.isSafeInteger(height) ? { number: height, hash: toHex(hash) } : undefined
}
