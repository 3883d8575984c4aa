import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { declarationOf } from '#lib/evm/abi/abi-index.ts'
import type { ReadCall } from '#lib/evm/abi/decode-call.ts'
import { type AbiValue, abiValues } from '#lib/evm/api/format/abi-value.ts'
import { readCommand } from './declaration.ts'

/** A call in packed bytes. */
type PackedCall = { to: Hex; value: string; data: Hex }

const addressDigits = 40
const wordDigits = 64
const callsMax = 200

/** The digits of hex text from a place, as a number; NaN beyond the end or beyond what a length can be. */
const lengthAt = (digits: string, at: number): number => {
  const word = digits.slice(at, at + wordDigits)
  return word.length === wordDigits && /^0{56}/.test(word) ? Number.parseInt(word, 16) : Number.NaN
}

/**
 * The calls of a Safe's `multiSend(bytes)` (`MultiSend.sol`): for each one byte for the operation, 20 for the address, 32 for the value,
 * 32 for the length of the data, and the data. Undefined if the bytes are anything else.
 */
const multiSendCalls = (transactions: string): PackedCall[] | undefined => {
  const digits = transactions.slice(2)
  const calls: PackedCall[] = []
  let at = 0
  while (at < digits.length && calls.length < callsMax) {
    const to = at + 2
    const value = to + addressDigits
    const data = value + 2 * wordDigits
    const end = data + 2 * lengthAt(digits, value + wordDigits)
    if (!(end <= digits.length)) return undefined
    calls.push({
      to: `0x${digits.slice(to, value)}`,
      value: String(BigInt(`0x${digits.slice(value, value + wordDigits)}`)),
      data: `0x${digits.slice(data, end)}`,
    })
    at = end
  }
  return calls
}

/** One call of an account by ERC-7579, `execute(bytes32 mode, bytes executionCalldata)`: 20 bytes address, 32 value, and the data. */
const packedExecution = (text: string): PackedCall | undefined => {
  const digits = text.slice(2)
  const data = addressDigits + wordDigits
  if (digits.length < data) return undefined
  return {
    to: `0x${digits.slice(0, addressDigits)}`,
    value: String(BigInt(`0x${digits.slice(addressDigits, data)}`)),
    data: `0x${digits.slice(data)}`,
  }
}

/** `initCode` of ERC-4337: the factory's address and its call. */
const factoryCall = (initCode: string): PackedCall | undefined => {
  const digits = initCode.slice(2)
  if (digits.length <= addressDigits) return undefined
  return { to: `0x${digits.slice(0, addressDigits)}`, value: '0', data: `0x${digits.slice(addressDigits)}` }
}

/** Bytes among the arguments of a call that may be a call themselves. */
export type CallWithin = {
  /** The argument, then the item or field in it, and so on. */
  path: readonly number[]
  /** Lower case; null if the arguments name no contract. */
  to: string | null
  /** Of the coin, decimal; null if the arguments name none. */
  value: string | null
  /** Calldata with its selector. */
  data: string
  /** The arguments say that this is a call, whether its function is known or not. */
  isCertain: boolean
  /** An operation of a router, which has no selector, and whose arguments are decoded if it is known. */
  isCommand?: true
  read?: ReadCall | undefined
}

const targetNames =
  /^_?(to|target|dest|destination|contract|callTarget|sender|account|module|newImplementation|implementation|logic|callee)s?_?$/i
const dataNames = /^_?(data|callDatas?|payloads?|datas|calls|functionData|txData|callData)_?$/i
/** Functions whose arguments hold calls; elsewhere bytes are one only if they fit a function exactly. */
const containerNames = /exec|call|multi|batch|aggregate|forward|relay|schedule|propose|queue|handleOps|submit|proxy/i
const valueNames = /^_?(value|amount|msgValue|ethValue|nativeValue|callValue)s?_?$/i
const hexText = /^0x[0-9a-f]*$/
const selectorCharacters = 10
const wordCharacters = 64

/** A selector and whole words, as the ABI specification has it. */
const isCallData = (text: string): boolean =>
  text.length >= selectorCharacters && (text.length - selectorCharacters) % wordCharacters === 0 && hexText.test(text)

type Place = { siblings: readonly AbiValue[]; index: number; item?: number }

/** The value of the sibling: its own, or its item at the place of the bytes in a list beside it. */
const beside = ({ siblings, index, item }: Place, sibling: AbiValue | undefined): string | undefined => {
  if (item === undefined || sibling?.items === undefined) return sibling?.text
  return sibling.items.length === siblings[index]?.items?.length ? sibling.items[item]?.text : undefined
}

const ofType = (place: Place, type: string): AbiValue[] =>
  place.siblings.filter((one) => one.type === type || (place.item !== undefined && one.type === `${type}[]`))

/** The contract that bytes are sent to: a sibling whose name says so, or the only or nearest address before them. */
const targetOf = (place: Place): { to: string; isNamed: boolean } | undefined => {
  const addresses = ofType(place, 'address')
  const before = addresses.filter((one) => place.siblings.indexOf(one) < place.index)
  const named = before.findLast(({ name }) => targetNames.test(name))
  const unnamed = before.findLast(({ name }) => name === '')
  const sibling = named ?? unnamed ?? (addresses.length === 1 ? addresses[0] : undefined)
  const to = beside(place, sibling)
  return to === undefined ? undefined : { to: to.toLowerCase(), isNamed: sibling === named || sibling === unnamed }
}

const sentValue = (place: Place): string | undefined => {
  const numbers = ofType(place, 'uint256')
  const named = numbers.find(({ name }) => valueNames.test(name))
  const before = place.siblings[place.index - 1]
  return beside(place, named ?? (before?.name === '' && numbers.includes(before) ? before : undefined))
}

/** `signature` and `data` of governors and timelocks (Compound's Governor and Timelock): the data has no selector of its own. */
const declaredBeside = (place: Place): string | undefined =>
  beside(
    place,
    ofType(place, 'string').find(({ name }) => /^_?(signatures?|func)$/i.test(name)),
  )

export type Containers = {
  /** The selector of a function that is declared in a call. */
  selectorOf: (declaration: string) => string | undefined
}

const multiSend = 'multiSend(bytes)'
const modeExecute = 'execute(bytes32,bytes)'
const routers = new Set(['execute(bytes,bytes[])', 'execute(bytes,bytes[],uint256)', 'EXECUTE_SUB_PLAN(bytes,bytes[])'])
const v4Swap = 'V4_SWAP(bytes,bytes[])'
const callTypes = /^(0x00)/

const commandsWithin = (table: 'commands' | 'actions', [list, inputs]: readonly AbiValue[]): CallWithin[] => {
  const bytes = list ? toBytes(list.text) : new Uint8Array()
  if (inputs?.items?.length !== bytes.length) return []
  return inputs.items.map(({ text }, item) => {
    const read = readCommand(table, bytes[item] ?? 0, toBytes(text))
    return { path: [1, item], to: null, value: null, data: text, isCertain: true, isCommand: true, read }
  })
}

/**
 * The calls within a call to `self`: of the containers that pack them in their own way (Safe's `multiSend`, Uniswap's Universal
 * Router, ERC-7579), and all arguments of type `bytes` with the form of calldata. A list of bytes without addresses beside it is for
 * the contract itself, as in `multicall(bytes[])`.
 */
export const callsWithin = (
  { call, item }: Pick<ReadCall, 'call' | 'item'>,
  self: string | null,
  { selectorOf }: Containers,
): CallWithin[] => {
  const values = abiValues(declarationOf(item), call.params)
  const { signature } = item
  if (routers.has(signature)) return commandsWithin('commands', values)
  if (signature === v4Swap) return commandsWithin('actions', values)
  if (signature === multiSend) {
    const calls = multiSendCalls(values[0]?.text ?? '0x') ?? []
    return calls.map((one) => ({ ...one, path: [0], isCertain: one.data.length >= selectorCharacters }))
  }
  const [mode, packed] = values
  if (signature === modeExecute && mode && packed && callTypes.test(mode.text)) {
    const one = packedExecution(packed.text)
    return one ? [{ ...one, path: [1], isCertain: true }] : []
  }
  const found: CallWithin[] = []
  const add = (place: Place, path: readonly number[], bytes: AbiValue): void => {
    const creation = bytes.name === 'initCode' ? factoryCall(bytes.text) : undefined
    if (creation) return void found.push({ ...creation, path, isCertain: true })
    const declared = declaredBeside(place)
    const selector = declared ? selectorOf(declared) : ''
    const data = selector === undefined ? bytes.text : `${selector || '0x'}${bytes.text.slice(2)}`
    if (!isCallData(data)) return
    const target = targetOf(place)
    const isOwn = target === undefined && place.item !== undefined && self !== null
    found.push({
      path,
      to: target?.to ?? (isOwn ? self : null),
      value: (target && sentValue(place)) ?? null,
      data,
      isCertain:
        containerNames.test(item.name) &&
        (isOwn || (target?.isNamed === true && (dataNames.test(bytes.name) || bytes.name === ''))),
    })
  }
  const walk = (siblings: readonly AbiValue[], path: readonly number[]): void => {
    for (const [index, value] of siblings.entries()) {
      const own = [...path, index]
      if (value.type === 'bytes') add({ siblings, index }, own, value)
      else if (value.type === 'bytes[]')
        for (const [item, bytes] of value.items?.entries() ?? [])
          add({ siblings, index, item }, [...own, item], { ...bytes, name: value.name })
      else if (value.type.startsWith('(')) {
        if (value.type.endsWith(')')) walk(value.items ?? [], own)
        else for (const [item, { items }] of value.items?.entries() ?? []) walk(items ?? [], [...own, item])
      }
    }
  }
  walk(values, [])
  return found
}
