import { RLP } from '@ethereumjs/rlp'
import { toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { invariant } from '#lib/base/invariant.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { Bloom } from '#lib/evm/chain/checks/bloom.ts'
import type { Raw } from '#lib/evm/chain/checks/raw-fields.ts'
import { EraFault } from './era-fault.ts'
import type { EraTransaction } from './era-transaction.ts'
import { decodeRlp, hexQuantity, type Item, itemHex, itemList } from './rlp-items.ts'

type Place = { blockHash: unknown; blockNumber: unknown }

const receiptFields = 4
type Receipt = ReturnType<typeof readReceipt>
const logFields = 3
const stateRootBytes = 32

/** The receipts of a block as a node returns them: with what follows from the transactions and from each other. */
export const eraReceipts = (
  receipts: readonly Receipt[],
  transactions: readonly EraTransaction[],
  place: Place,
): Raw[] => {
  if (receipts.length !== transactions.length)
    throw new EraFault(`it has ${transactions.length} transactions but ${receipts.length} receipts`)
  let gasBefore = 0n
  let logIndex = 0
  return receipts.map(({ type, outcome, cumulativeGasUsed, logsBloom, logs }, index) => {
    const transaction = transactions[index]
    invariant(transaction, 'there are as many')
    const inBlock = { ...place, transactionHash: transaction.hash, transactionIndex: hexNumber(index) }
    const gasUsed = BigInt(cumulativeGasUsed) - gasBefore
    if (gasUsed < 0n) throw new EraFault('it has receipts whose gas decreases')
    gasBefore += gasUsed
    return {
      ...inBlock,
      ...outcome,
      type: hexNumber(type),
      cumulativeGasUsed,
      gasUsed: hexNumber(gasUsed),
      logsBloom,
      logs: logs.map((log) => ({ ...log, ...inBlock, logIndex: hexNumber(logIndex++) })),
      contractAddress: transaction.to === null ? createdAddress(transaction) : null,
    }
  })
}

/** A receipt as in the receipts root (EIP-2718). */
export const readReceipt = (item: Item) => {
  const type = item instanceof Uint8Array ? (item[0] ?? 0) : 0
  const list = item instanceof Uint8Array ? decodeRlp(Buffer.from(item.subarray(1)), 'receipt') : item
  const [result, gas, logsBloom, logs] = fieldsOf(list)
  return {
    type,
    outcome: outcomeOf(result),
    cumulativeGasUsed: hexQuantity(gas, 'gas'),
    logsBloom: itemHex(logsBloom, 'bloom'),
    logs: itemList(logs, 'logs').map(readLog),
  }
}

/** A receipt of an ere file: its type is a field, and its bloom, which follows from the logs, is left out. */
export const readSlimReceipt = (item: Item): Receipt => {
  const [type, result, gas, logItems] = fieldsOf(item)
  const logs = itemList(logItems, 'logs').map(readLog)
  const bloom = new Bloom()
  for (const { address, topics } of logs) for (const value of [address, ...topics]) bloom.add(value)
  return {
    type: Number(hexQuantity(type, 'type')),
    outcome: outcomeOf(result),
    cumulativeGasUsed: hexQuantity(gas, 'gas'),
    logsBloom: `0x${bloom.digits()}`,
    logs,
  }
}

const fieldsOf = (item: Item): Item[] => {
  const fields = itemList(item, 'receipt')
  if (fields.length !== receiptFields) throw new EraFault(`it has a receipt with ${fields.length} fields`)
  return fields
}

/** Before Byzantium (EIP-658) the state root, since then the status. */
const outcomeOf = (item: Item | undefined): { root: Hex } | { status: Hex } =>
  item instanceof Uint8Array && item.length === stateRootBytes
    ? { root: toHex(item) }
    : { status: hexQuantity(item, 'status') }

const readLog = (item: Item) => {
  const fields = itemList(item, 'log')
  if (fields.length !== logFields) throw new EraFault(`it has a log with ${fields.length} fields`)
  const [address, topics, data] = fields
  return {
    address: itemHex(address, 'log'),
    topics: itemList(topics, 'topics').map((topic) => itemHex(topic, 'topics')),
    data: itemHex(data, 'log'),
  }
}

/** Of a transaction without a recipient, by sender and nonce (Yellow Paper, §7). */
const createdAddress = ({ from, nonce }: EraTransaction): Hex =>
  toHex(keccak256(RLP.encode([from, BigInt(nonce)])).subarray(12))
