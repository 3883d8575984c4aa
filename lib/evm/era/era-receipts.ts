import { RLP } from '@ethereumjs/rlp'
import { hexOf, keccak256 } from '#lib/encoding/keccak.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { Raw } from '#lib/evm/proof/raw-fields.ts'
import { EraFault } from './era-fault.ts'
import type { EraTransaction } from './era-transaction.ts'
import { decodeRlp, hexBytes, hexQuantity, type Item, listOf } from './rlp-items.ts'

type Place = { blockHash: unknown; blockNumber: unknown }

const receiptFields = 4
const logFields = 3
const stateRootBytes = 32

/** The receipts of a block as a node returns them: with what follows from the transactions and from each other. */
export const eraReceipts = (items: readonly Item[], transactions: readonly EraTransaction[], place: Place): Raw[] => {
  if (items.length !== transactions.length)
    throw new EraFault(`it has ${transactions.length} transactions but ${items.length} receipts`)
  let gasBefore = 0n
  let logIndex = 0
  return transactions.map((transaction, index) => {
    const { type, outcome, cumulativeGasUsed, logsBloom, logs } = readReceipt(items[index])
    const inBlock = { ...place, transactionHash: transaction.hash, transactionIndex: hexNumber(index) }
    const gasUsed = BigInt(cumulativeGasUsed) - gasBefore
    if (gasUsed < 0n) throw new EraFault('it has receipts whose gas decreases')
    gasBefore += gasUsed
    return {
      ...inBlock,
      ...outcome,
      type: hexNumber(type),
      cumulativeGasUsed,
      gasUsed: `0x${gasUsed.toString(16)}`,
      logsBloom,
      logs: logs.map((log) => ({ ...log, ...inBlock, logIndex: hexNumber(logIndex++) })),
      contractAddress: transaction.to === null ? createdAddress(transaction) : null,
    }
  })
}

const readReceipt = (item: Item | undefined) => {
  const type = item instanceof Uint8Array ? (item[0] ?? 0) : 0
  const list = item instanceof Uint8Array ? decodeRlp(Buffer.from(item.subarray(1)), 'receipt') : item
  const fields = listOf(list, 'receipt')
  if (fields.length !== receiptFields) throw new EraFault(`it has a receipt with ${fields.length} fields`)
  const [result, gas, logsBloom, logs] = fields
  return {
    type,
    outcome: outcomeOf(result),
    cumulativeGasUsed: hexQuantity(gas, 'gas'),
    logsBloom: hexBytes(logsBloom, 'bloom'),
    logs: listOf(logs, 'logs').map(readLog),
  }
}

/** Before Byzantium (EIP-658) the state root, since then the status. */
const outcomeOf = (item: Item | undefined): { root: Hex } | { status: Hex } =>
  item instanceof Uint8Array && item.length === stateRootBytes
    ? { root: hexOf(item) }
    : { status: hexQuantity(item, 'status') }

const readLog = (item: Item) => {
  const fields = listOf(item, 'log')
  if (fields.length !== logFields) throw new EraFault(`it has a log with ${fields.length} fields`)
  const [address, topics, data] = fields
  return {
    address: hexBytes(address, 'log'),
    topics: listOf(topics, 'topics').map((topic) => hexBytes(topic, 'topics')),
    data: hexBytes(data, 'log'),
  }
}

/** Of a transaction without a recipient, by sender and nonce (Yellow Paper, §7). */
const createdAddress = ({ from, nonce }: EraTransaction): Hex =>
  hexOf(keccak256(RLP.encode([from, BigInt(nonce)])).subarray(12))

const hexNumber = (number: number): Hex => `0x${number.toString(16)}`
