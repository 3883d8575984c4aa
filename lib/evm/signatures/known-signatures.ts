import { LRUCache } from 'lru-cache'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { type AbiIndex, type AbiItem, abiIndex, eventKey } from '#lib/evm/abi/abi-index.ts'
import { type ReadCall, readCall, selectorOf } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import type { DecodedCall, DecodedEvent } from '#lib/evm/api/records/transactions.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { type Declaration, parseDeclaration } from './declaration.ts'
import { type OnlineSignatures, withIndexed } from './online-signatures.ts'
import { eventKeyDigits, readSignatureTable, type SignatureTable } from './signature-table.ts'

const indexed = (type: string, name: string) => ({ name, type, indexed: true })
const plain = (type: string, name: string) => ({ name, type, indexed: false })
const note = (name: string, inputs: object[]) => ({ type: 'event', name, anonymous: true, inputs })

const selectorBytes = 4

/**
 * Anonymous events that record a call: their first topic is its selector. Those of ds-note, of MakerDAO's contracts, and of
 * Balancer's first pools.
 */
const callNotes: readonly AbiIndex[] = [
  abiIndex([
    note('LogNote', [
      indexed('bytes4', 'sig'),
      indexed('address', 'guy'),
      indexed('bytes32', 'foo'),
      indexed('bytes32', 'bar'),
      plain('uint256', 'wad'),
      plain('bytes', 'fax'),
    ]),
    note('LogNote', [
      indexed('bytes4', 'sig'),
      indexed('bytes32', 'arg1'),
      indexed('bytes32', 'arg2'),
      indexed('bytes32', 'arg3'),
      plain('bytes', 'data'),
    ]),
    note('LOG_CALL', [indexed('bytes4', 'sig'), indexed('address', 'caller'), plain('bytes', 'data')]),
  ]) ?? [],
].flat()

/** Whether a topic has a selector, and no more: the hash of a signature ends in 28 zero bytes once in 2^224. */
const isSelectorTopic = (topic: Uint8Array): boolean =>
  topic.subarray(0, selectorBytes).some((byte) => byte !== 0) &&
  topic.subarray(selectorBytes).every((byte) => byte === 0)

type Log = Pick<LogRow, 'topic0' | 'topic1' | 'topic2' | 'topic3' | 'data'>

/**
 * Names and arguments of calls and events of contracts whose ABI is unknown, by signatures that contracts in use declare. These
 * are guesses: anyone can deploy a contract with a selector of their choice.
 */
export type KnownSignatures = {
  /** Undefined if no known function fits, or if several do; never throws. */
  guessCall(input: Uint8Array): DecodedCall | undefined
  /** `guessCall`, with the function. */
  findCall(input: Uint8Array): ReadCall | undefined
  /** The function's name and signature alone: cheaper, for lists. */
  guessMethod(input: Uint8Array): GuessedMethod | undefined
  guessEvent(log: Log): DecodedEvent | undefined
  /** The functions that are known by a selector. */
  functionsOf(selector: Hex): readonly AbiItem[]
  /** The bundled events with a topic and so many indexed arguments. */
  eventsOf(topic: Hex, indexedCount: number): readonly AbiItem[]
  /**
   * Looks up the unknown ones of these selectors and topics, with a time limit, if there is an online service. Never
   * rejects.
   */
  learn(hashes: Iterable<Hex>): Promise<void>
}

type GuessedMethod = { label: string; signature: string }

/** Maximum number of cached compiled declarations, a few hundred bytes each. */
const compiledMax = 4_000
/** A longer input is named by its selector without reading its arguments. */
const checkedBytesMax = 4_096

const none: AbiIndex = { functions: new Map(), errors: new Map(), events: new Map(), anonymousEvents: new Map() }

type KnownSignaturesOptions = {
  functions?: () => SignatureTable
  events?: () => SignatureTable
  /** Used for signatures that are not bundled. */
  online?: OnlineSignatures
}

const selectorLength = 10

export const createKnownSignatures = ({
  functions = () => readSignatureTable('functions.txt'),
  events = () => readSignatureTable('events.txt'),
  online,
}: KnownSignaturesOptions = {}): KnownSignatures => {
  const functionsBySelector = compiledTable(functions, 'function')
  const eventsByTopic = compiledTable(events, 'event')
  const bundledEvents = (topic: Hex): AbiIndex => eventsByTopic(topic.slice(2, 2 + eventKeyDigits))
  const found = (hash: Hex): Declaration[] =>
    online?.find(hash).flatMap((signature) => parseDeclaration(signature) ?? []) ?? []

  const functionsOf = (selector: Hex): readonly AbiItem[] => {
    const bundled = functionsBySelector(selector.slice(2)).functions.get(selector)
    return bundled ?? indexOf('function', found(selector)).functions.get(selector) ?? []
  }

  const candidatesOf = (input: Uint8Array): readonly AbiItem[] => {
    const selector = selectorOf(input)
    return selector === undefined ? [] : functionsOf(selector)
  }

  return {
    functionsOf,
    eventsOf: (topic, indexedCount) => bundledEvents(topic).events.get(eventKey(topic, indexedCount)) ?? [],
    guessCall: (input) => onlyFit(candidatesOf(input), input)?.call,
    findCall: (input) => onlyFit(candidatesOf(input), input),
    guessMethod: (input) => {
      const candidates = candidatesOf(input)
      const [only] = candidates
      const isLong = input.length > checkedBytesMax && candidates.length === 1
      const found = isLong && only ? { label: only.name, signature: only.signature } : onlyFit(candidates, input)?.call
      return found && { label: found.label, signature: found.signature }
    },
    guessEvent: (log) => {
      if (!log.topic0) return undefined
      if (isSelectorTopic(log.topic0)) return decodeLog(callNotes, log)
      const topic = toHex(log.topic0)
      const indexed = [log.topic1, log.topic2, log.topic3].filter((one) => one !== null).length
      const bundled = decodeLog([bundledEvents(topic)], log)
      return (
        bundled ??
        decodeLog(
          [
            indexOf(
              'event',
              found(topic).map((item) => withIndexed(item, indexed)),
            ),
          ],
          log,
        )
      )
    },
    learn: async (hashes) => {
      if (!online) return
      const isBundled = (hash: Hex): boolean =>
        hash.length === selectorLength
          ? functionsBySelector(hash.slice(2)).functions.size > 0
          : bundledEvents(hash).events.size > 0
      await online.learn([...new Set(hashes)].filter((hash) => !isBundled(hash)))
    },
  }
}

const indexOf = (type: 'function' | 'event', items: readonly Declaration[]): AbiIndex =>
  (items.length > 0 && abiIndex(items.map((item) => ({ type, ...item })))) || none

/** Contracts accept bytes after the arguments: of several functions with one selector, the one without extra bytes is used. */
const onlyFit = (candidates: readonly AbiItem[], input: Uint8Array): ReadCall | undefined => {
  const fits = candidates.flatMap((item) => readCall(item, input) ?? [])
  if (candidates.length <= 1) return fits[0]
  const exact = fits.filter(({ isExact }) => isExact)
  return exact.length === 1 ? exact[0] : undefined
}

/** A table is opened on first use: a process that shows no transactions never reads it. */
const compiledTable = (open: () => SignatureTable, type: 'function' | 'event'): ((key: string) => AbiIndex) => {
  let table: SignatureTable | undefined
  const compiled = new LRUCache<string, AbiIndex>({ max: compiledMax })
  return (key) => {
    const known = compiled.get(key)
    if (known) return known
    table ??= open()
    const made = indexOf(
      type,
      table.find(key).flatMap((line) => parseDeclaration(line) ?? []),
    )
    compiled.set(key, made)
    return made
  }
}
