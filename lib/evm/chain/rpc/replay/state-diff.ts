import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, wordOf, zeroHash } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress, parseBytes, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { objectOf } from '#lib/evm/chain/rpc/traces/trace-frames.ts'
import { isMethodRefused, replayPatience, unknownTransaction } from '#lib/evm/chain/rpc/traces/traces.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

type SlotChange = { slot: Hex; before: Hex; after: Hex }

/** What a transaction changed of one account; null where it changed nothing. */
export type AccountChange = {
  address: Hex
  /** `created`: it had neither balance, nonce nor code before. `destroyed`: it has none of them afterwards. */
  fate: 'created' | 'changed' | 'destroyed'
  balance: { before: bigint; after: bigint } | null
  nonce: { before: bigint; after: bigint } | null
  code: { before: Hex; after: Hex } | null
  storage: readonly SlotChange[]
}

export const prestateTracer = { tracer: 'prestateTracer', timeout: '20s', tracerConfig: { diffMode: true } }

/**
 * The accounts that a transaction changed, by address, from prestateTracer in diff mode. Throws `not_available` if no node
 * serves it or has the state, `not_found` for an unknown transaction.
 */
export const readStateDiff = async (
  pool: NodePool,
  transactionHash: Hex,
  signal?: AbortSignal,
): Promise<AccountChange[]> => {
  try {
    return await pool.ask(
      [{ method: 'debug_traceTransaction', params: [transactionHash, prestateTracer] }],
      ([answer]) => {
        if (isUnknown(answer)) throw unknownTransaction(transactionHash)
        return diffOf(answer)
      },
      { ...replayPatience, signal },
    )
  } catch (error) {
    if (!isMethodRefused(error) && !isRefusal(error, 'invalid')) throw error
    throw reportsNoState('debug_traceTransaction', error)
  }
}

/** The reason for users that a node does not tell what changed. */
export const reportsNoState = (method: string, cause: unknown): ServiceError => {
  const reason = isRefusal(cause, 'missing_data')
    ? 'no longer has the state to run this transaction'
    : 'does not report state changes'
  const remedy = `${method} with prestateTracer on an archive node`
  return new ServiceError('not_available', `The node of this chain ${reason}; this requires ${remedy}.`, { cause })
}

/** Also anvil's empty struct log for an unknown transaction. */
const isUnknown = (answer: unknown): boolean => answer === null || (isFields(answer) && 'structLogs' in answer)

/** What prestateTracer reports in diff mode. */
export const diffOf = (answer: unknown): AccountChange[] => {
  const { pre, post } = objectOf(answer)
  // A node without the diff mode returns accounts alone.
  if (!isFields(pre) || !isFields(post)) throw new InconsistentAnswer('a state diff without both states')
  const befores = accountsOf(pre)
  const afters = accountsOf(post)
  return [...new Set([...befores.keys(), ...afters.keys()])]
    .sort()
    .map((address) => changeOf(address, befores.get(address), afters.get(address)))
}

const accountsOf = (state: Fields): Map<Hex, Fields> =>
  new Map(Object.entries(state).map(([address, account]) => [parseAddress(address, 'address'), objectOf(account)]))

/** `after` has only what changed; an account that it lacks is gone, and so is a slot: its value is zero. */
const changeOf = (address: Hex, before: Fields | undefined, after: Fields | undefined): AccountChange => {
  const isGone = after === undefined
  const slotsBefore = slotsOf(before)
  const slotsAfter = slotsOf(after)
  const slots = [...new Set([...slotsBefore.keys(), ...slotsAfter.keys()])].sort()
  return {
    address,
    fate: isGone ? 'destroyed' : before === undefined ? 'created' : 'changed',
    balance: amountChange(before?.balance, isGone ? '0x0' : after.balance),
    nonce: amountChange(before?.nonce, isGone ? '0x0' : after.nonce),
    code: codeChange(before?.code, isGone ? '0x' : after.code),
    storage: slots.map((slot) => ({
      slot,
      before: slotsBefore.get(slot) ?? zeroHash,
      after: slotsAfter.get(slot) ?? zeroHash,
    })),
  }
}

const amountChange = (before: unknown, after: unknown): AccountChange['balance'] => {
  if (after === undefined) return null
  const [from, to] = [amountOf(before), amountOf(after)]
  return from === to ? null : { before: from, after: to }
}

const codeChange = (before: unknown, after: unknown): AccountChange['code'] => {
  if (after === undefined) return null
  const [from, to] = [codeOf(before), codeOf(after)]
  return from === to ? null : { before: from, after: to }
}

/** Nonces are JSON numbers. */
const amountOf = (raw: unknown): bigint => {
  if (raw === undefined || raw === null) return 0n
  return typeof raw === 'number' && Number.isSafeInteger(raw) ? BigInt(raw) : parseQuantity(raw, 'balance')
}

const codeOf = (raw: unknown): Hex => (raw === undefined || raw === null ? '0x' : parseBytes(raw, 'code'))

const slotsOf = (account: Fields | undefined): Map<Hex, Hex> => {
  const { storage } = account ?? {}
  if (storage === undefined || storage === null) return new Map()
  return new Map(
    Object.entries(objectOf(storage)).map(([slot, value]) => [readWord(slot, 'slot'), readWord(value, 'slot value')]),
  )
}

/** Nodes write words in full or without leading zeros. */
const readWord = (raw: unknown, what: string): Hex => {
  if (typeof raw !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(raw)) throw new InconsistentAnswer(`a wrong ${what}`)
  return `0x${wordOf(raw.toLowerCase())}`
}
