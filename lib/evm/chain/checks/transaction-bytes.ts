import { digitList, digits, digitsOrNone, type Excuses, isPresent, objects, type Raw, typeOf } from './raw-fields.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'

type Encode = (transaction: Raw, excuses: Excuses) => string

const quantities = (from: Raw, keys: readonly string[], excuses: Excuses): string =>
  keys.map((key) => rlpQuantity(digits(from, key, excuses))).join('')

const receiverValueInput: Encode = (transaction, excuses) =>
  rlpBytes(digitsOrNone(transaction, 'to', excuses)) +
  rlpQuantity(digits(transaction, 'value', excuses)) +
  rlpBytes(digits(transaction, isPresent(transaction, 'input') ? 'input' : 'data', excuses))

const signature: Encode = (transaction, excuses) =>
  quantities(transaction, [isPresent(transaction, 'yParity') ? 'yParity' : 'v', 'r', 's'], excuses)

const accessList: Encode = (transaction, excuses) => {
  const entries = objects(transaction, 'accessList', excuses).map((entry) => {
    const keys = digitList(entry, 'storageKeys', excuses).map(rlpBytes).join('')
    return rlpList(rlpBytes(digits(entry, 'address', excuses)) + rlpList(keys))
  })
  return rlpList(entries.join(''))
}

const authorizations: Encode = (transaction, excuses) => {
  const entries = objects(transaction, 'authorizationList', excuses).map((entry) =>
    rlpList(
      quantities(entry, ['chainId'], excuses) +
        rlpBytes(digits(entry, 'address', excuses)) +
        quantities(entry, ['nonce'], excuses) +
        signature(entry, excuses),
    ),
  )
  return rlpList(entries.join(''))
}

const beforeFees = ['chainId', 'nonce']
const marketFees = [...beforeFees, 'maxPriorityFeePerGas', 'maxFeePerGas', 'gas']

/** The EIP-2718 type of a deposit on a rollup of the OP Stack. */
export const depositType = 126

/** The EIP-2718 types of deposits on a rollup of Arbitrum, and of the call that a retryable ticket was created for. */
export const arbitrumTypes = { deposit: 100, redeem: 104, retryable: 105 }

/** The payload of each type, before it is wrapped in a list. */
const payloads: Record<number, Encode> = {
  0: (transaction, excuses) =>
    quantities(transaction, ['nonce', 'gasPrice', 'gas'], excuses) +
    receiverValueInput(transaction, excuses) +
    quantities(transaction, ['v', 'r', 's'], excuses),
  // EIP-2930.
  1: (transaction, excuses) =>
    quantities(transaction, [...beforeFees, 'gasPrice', 'gas'], excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    signature(transaction, excuses),
  // EIP-1559.
  2: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    signature(transaction, excuses),
  // EIP-4844; a block has its transactions without their blobs.
  3: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    quantities(transaction, ['maxFeePerBlobGas'], excuses) +
    rlpList(digitList(transaction, 'blobVersionedHashes', excuses).map(rlpBytes).join('')) +
    signature(transaction, excuses),
  // EIP-7702.
  4: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    authorizations(transaction, excuses) +
    signature(transaction, excuses),
  // The two deposits of Arbitrum: arb_types of its go-ethereum.
  [arbitrumTypes.deposit]: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) +
    ['requestId', 'from', 'to'].map((key) => rlpBytes(digits(transaction, key, excuses))).join('') +
    quantities(transaction, ['value'], excuses),
  [arbitrumTypes.retryable]: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) +
    ['requestId', 'from'].map((key) => rlpBytes(digits(transaction, key, excuses))).join('') +
    quantities(transaction, ['l1BaseFee', 'depositValue', 'maxFeePerGas', 'gas'], excuses) +
    rlpBytes(digitsOrNone(transaction, 'retryTo', excuses)) +
    quantities(transaction, ['retryValue'], excuses) +
    rlpBytes(digits(transaction, 'beneficiary', excuses)) +
    quantities(transaction, ['maxSubmissionFee'], excuses) +
    ['refundTo', 'retryData'].map((key) => rlpBytes(digits(transaction, key, excuses))).join(''),
  // Arbitrum's own at the start of each of its blocks.
  106: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) + rlpBytes(digits(transaction, 'input', excuses)),
  // Nodes omit `mint` where nothing is minted, and `isSystemTx` unless it is true.
  [depositType]: (transaction, excuses) =>
    rlpBytes(digits(transaction, 'sourceHash', excuses)) +
    rlpBytes(digits(transaction, 'from', excuses)) +
    rlpBytes(digitsOrNone(transaction, 'to', excuses)) +
    rlpQuantity(digitsOrNone(transaction, 'mint', excuses)) +
    quantities(transaction, ['value', 'gas'], excuses) +
    rlpBytes(transaction.isSystemTx === true ? '01' : '') +
    rlpBytes(digits(transaction, 'input', excuses)),
}

/** A transaction as encoded in its block, the input of its hash, in hex digits. */
export const transactionDigits: Encode = (transaction, excuses) => {
  const type = typeOf(transaction)
  const payload = payloads[type]
  if (!payload) excuses.add('type_unknown')
  const list = rlpList(payload?.(transaction, excuses) ?? '')
  return type === 0 ? list : type.toString(16).padStart(2, '0') + list
}
