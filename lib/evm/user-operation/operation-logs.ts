import { toHex } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'

/** An ERC-4337 operation that an EntryPoint reports as executed. */
export type UserOperation = {
  hash: Hex
  entryPoint: Hex
  logIndex: number
  sender: Hex
  paymaster: Hex | null
  /** The factory that created the account in this operation. */
  factory: Hex | null
  nonce: bigint
  isSuccess: boolean
  gasCost: bigint
  gasUsed: bigint
  /** What the account reverted with; null if it did not. */
  revertData: Hex | null
}

const of = (type: string) => ({ type })
const indexed = (type: string) => ({ type, indexed: true })

/** ERC-4337, "EntryPoint definition", which every version has. */
const events = indexOf([
  {
    type: 'event',
    name: 'UserOperationEvent',
    inputs: [
      ...[indexed('bytes32'), indexed('address'), indexed('address')],
      ...[of('uint256'), of('bool'), of('uint256'), of('uint256')],
    ],
  },
  {
    type: 'event',
    name: 'AccountDeployed',
    inputs: [indexed('bytes32'), indexed('address'), of('address'), of('address')],
  },
  {
    type: 'event',
    name: 'UserOperationRevertReason',
    inputs: [indexed('bytes32'), indexed('address'), of('uint256'), of('bytes')],
  },
])

/** Topics of ERC-4337: an executed operation (hash, account, paymaster), and an account that a factory created (hash, account). */
export const operationTopics = {
  executed: hashOfText('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
  deployed: hashOfText('AccountDeployed(bytes32,address,address,address)'),
}

/** An account that an EntryPoint reports as created. */
export type DeployedAccount = Pick<UserOperation, 'hash' | 'entryPoint' | 'logIndex' | 'sender' | 'paymaster'> & {
  factory: Hex
}

/** The created account that a log reports. */
export const deployedAccount = (log: LogRow): DeployedAccount | undefined => {
  const decoded = decodeLog([events], log)
  if (decoded?.label !== 'AccountDeployed') return undefined
  const [hash = '', sender = '', factory = '', paymaster = ''] = decoded.params.map(({ value }) => value.toLowerCase())
  if (!isHex(hash) || !isHex(sender) || !isHex(factory)) return undefined
  return {
    hash,
    sender,
    factory,
    entryPoint: toHex(log.address),
    logIndex: log.log_index,
    paymaster: paymasterOf(paymaster),
  }
}

/** The zero address means that the account paid. */
const paymasterOf = (address: string): Hex | null => (isHex(address) && BigInt(address) !== 0n ? address : null)

const tupleOf = (types: readonly string[]) => ({ type: 'tuple[]', components: types.map(of) })
const beforeLimits = ['address', 'uint256', 'bytes', 'bytes']
const operationTypes = [
  // 0.6.
  [...beforeLimits, ...new Array(5).fill('uint256'), 'bytes', 'bytes'],
  // 0.7 and later: two limits in a word, and two fees.
  [...beforeLimits, 'bytes32', 'uint256', 'bytes32', 'bytes', 'bytes'],
]
const bundles = operationTypes.map((types) =>
  indexOf([{ type: 'function', name: 'handleOps', inputs: [tupleOf(types), of('address')] }]),
)

function indexOf(items: readonly unknown[]) {
  const index = abiIndex(items)
  if (!index) throw new Error('a built-in ABI cannot be read')
  return index
}

/** The operations that these logs of a transaction report, in order. Any contract can emit such logs. */
export const userOperations = (logs: readonly LogRow[]): UserOperation[] => {
  const operations: UserOperation[] = []
  const factories = new Map<string, Hex>()
  const reverts = new Map<string, Hex>()
  for (const log of logs) {
    const decoded = decodeLog([events], log)
    if (!decoded) continue
    const entryPoint = toHex(log.address)
    const [hash = '', sender = '', ...values] = decoded.params.map(({ value }) => value.toLowerCase())
    if (!isHex(hash) || !isHex(sender)) continue
    const key = `${entryPoint} ${hash}`
    if (decoded.label === 'AccountDeployed') setHex(factories, key, values[0])
    else if (decoded.label === 'UserOperationRevertReason') setHex(reverts, key, values[1])
    else {
      const [paymaster = '', nonce = '0', success, gasCost = '0', gasUsed = '0'] = values
      operations.push({
        hash,
        entryPoint,
        logIndex: log.log_index,
        sender,
        paymaster: paymasterOf(paymaster),
        factory: factories.get(key) ?? null,
        nonce: BigInt(nonce),
        isSuccess: success === 'true',
        gasCost: BigInt(gasCost),
        gasUsed: BigInt(gasUsed),
        revertData: reverts.get(key) ?? null,
      })
    }
  }
  return operations
}

const setHex = (map: Map<string, Hex>, key: string, value: string | undefined): void => {
  if (value !== undefined && isHex(value)) map.set(key, value)
}

/** What each operation of a bundle calls, by account and nonce. Empty if the calldata is not that of a bundle. */
export const bundledCalls = (input: Uint8Array): ReadonlyMap<string, Hex> => {
  const decoded = decodeCall(bundles, input)
  const operations: unknown = JSON.parse(decoded?.params[0]?.value ?? '[]')
  const calls = new Map<string, Hex>()
  if (!Array.isArray(operations)) return calls
  for (const operation of operations) {
    const [sender, nonce, , callData] = Array.isArray(operation) ? operation : []
    if (typeof sender === 'string' && isHex(callData))
      calls.set(operationKey(sender.toLowerCase(), String(nonce)), callData)
  }
  return calls
}

export const operationKey = (sender: string, nonce: bigint | string): string => `${sender} ${nonce}`
