import { type AbiIndex, type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { readCall, selectorOf } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'
import type { DecodedCall, DecodedEvent } from '#lib/evm/contract/transactions.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import type { LogRow } from '#lib/evm/tables.ts'
import { parseDeclaration } from './declaration.ts'
import { eventKeyDigits, readSignatureTable, type SignatureTable } from './signature-table.ts'

type Log = Pick<LogRow, 'topic0' | 'topic1' | 'topic2' | 'topic3' | 'data'>

/**
 * Names and arguments of calls and events of contracts whose ABI is unknown, by signatures that contracts in use declare. These
 * are guesses: anyone can deploy a contract with a selector of their choice.
 */
export type KnownSignatures = {
  /** Undefined if no known function fits, or if several do; never throws. */
  guessCall(input: Uint8Array): DecodedCall | undefined
  /** The function's name and signature alone: cheaper, for lists. */
  guessMethod(input: Uint8Array): GuessedMethod | undefined
  guessEvent(log: Log): DecodedEvent | undefined
}

type GuessedMethod = { label: string; signature: string }

/** Compiled declarations that are kept; each is a few hundred bytes. */
const compiledMax = 4_000
/** A longer input is named by its selector without reading its arguments. */
const checkedBytesMax = 4_096

const none: AbiIndex = { functions: new Map(), events: new Map(), anonymousEvents: new Map() }

export const createKnownSignatures = (
  functions: () => SignatureTable = () => readSignatureTable('functions.txt'),
  events: () => SignatureTable = () => readSignatureTable('events.txt'),
): KnownSignatures => {
  const functionsBySelector = compiledTable(functions, 'function')
  const eventsByTopic = compiledTable(events, 'event')

  const candidatesOf = (input: Uint8Array): readonly AbiItem[] => {
    const selector = selectorOf(input)
    if (selector === undefined) return []
    return functionsBySelector(selector.slice(2)).functions.get(selector) ?? []
  }

  return {
    guessCall: (input) => onlyFit(candidatesOf(input), input),
    guessMethod: (input) => {
      const candidates = candidatesOf(input)
      const [only] = candidates
      const isLong = input.length > checkedBytesMax && candidates.length === 1
      const found = isLong && only ? { label: only.name, signature: only.signature } : onlyFit(candidates, input)
      return found && { label: found.label, signature: found.signature }
    },
    guessEvent: (log) =>
      log.topic0 ? decodeLog([eventsByTopic(toHex(log.topic0).slice(2, 2 + eventKeyDigits))], log) : undefined,
  }
}

/** Contracts accept bytes after the arguments. Of several functions with one selector, the one that leaves none. */
const onlyFit = (candidates: readonly AbiItem[], input: Uint8Array): DecodedCall | undefined => {
  const fits = candidates.flatMap((item) => readCall(item, input) ?? [])
  if (candidates.length <= 1) return fits[0]?.call
  const exact = fits.filter(({ isExact }) => isExact)
  return exact.length === 1 ? exact[0]?.call : undefined
}

/** A table is opened when it is needed first: a process that shows no transactions never reads it. */
const compiledTable = (open: () => SignatureTable, type: 'function' | 'event'): ((key: string) => AbiIndex) => {
  let table: SignatureTable | undefined
  const compiled = new RecentlyUsed<AbiIndex>(compiledMax)
  return (key) => {
    const known = compiled.get(key)
    if (known) return known
    table ??= open()
    const items = table.find(key).flatMap((line) => parseDeclaration(line) ?? [])
    const made = (items.length > 0 && abiIndex(items.map((item) => ({ type, ...item })))) || none
    compiled.set(key, made)
    return made
  }
}
