import { Bloom } from './bloom.ts'
import { digitList, digits, type Excuses, isPresent, objects, type Raw, typeOf } from './raw-fields.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'
import { depositType } from './transaction-bytes.ts'

/** A receipt as encoded in the receipts root, in hex digits: status, cumulative gas, bloom and logs. */
export const receiptDigits = (receipt: Raw, transactionType: number, excuses: Excuses): string => {
  const logs = objects(receipt, 'logs', excuses)
  const type = isPresent(receipt, 'type') ? typeOf(receipt) : transactionType
  const list = rlpList(
    outcome(receipt, excuses) +
      rlpQuantity(digits(receipt, 'cumulativeGasUsed', excuses)) +
      rlpBytes(isPresent(receipt, 'logsBloom') ? digits(receipt, 'logsBloom', excuses) : bloomOf(logs, excuses)) +
      rlpList(logs.map((log) => logDigits(log, excuses)).join('')) +
      (type === depositType ? depositEnd(receipt, excuses) : ''),
  )
  return type === 0 ? list : type.toString(16).padStart(2, '0') + list
}

/**
 * Deposits of the OP Stack have two more fields since its Canyon upgrade (specification, "Deposit receipt"). Without them,
 * the block is older or the node omits them.
 */
const depositEnd = (receipt: Raw, excuses: Excuses): string => {
  if (!isPresent(receipt, 'depositReceiptVersion')) {
    excuses.add('field_missing')
    return ''
  }
  return ['depositNonce', 'depositReceiptVersion'].map((key) => rlpQuantity(digits(receipt, key, excuses))).join('')
}

/** Before Byzantium (EIP-658) receipts had the state root instead of the status. */
const outcome = (receipt: Raw, excuses: Excuses): string =>
  isPresent(receipt, 'status')
    ? rlpQuantity(digits(receipt, 'status', excuses))
    : rlpBytes(digits(receipt, 'root', excuses))

const logDigits = (log: Raw, excuses: Excuses): string =>
  rlpList(
    rlpBytes(digits(log, 'address', excuses)) +
      rlpList(digitList(log, 'topics', excuses).map(rlpBytes).join('')) +
      rlpBytes(digits(log, 'data', excuses)),
  )

/** Some nodes omit the bloom, which follows from the logs. */
const bloomOf = (logs: readonly Raw[], excuses: Excuses): string => {
  const bloom = new Bloom()
  for (const log of logs) {
    bloom.add(`0x${digits(log, 'address', excuses)}`)
    for (const topic of digitList(log, 'topics', excuses)) bloom.add(`0x${topic}`)
  }
  return bloom.digits()
}
