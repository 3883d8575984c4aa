import { toBytes } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { type AbiIndex, abiIndex, type ContractAt, declarationOf, type KnownAbis } from '#lib/evm/abi/abi-index.ts'
import { findCall, type ReadCall } from '#lib/evm/abi/decode-call.ts'
import type { NestedCall } from '#lib/evm/api/records/transactions.ts'
import { type CallWithin, callsWithin } from './calls-within.ts'
import { parseDeclaration } from './declaration.ts'
import type { KnownSignatures } from './known-signatures.ts'

/** Beyond these, calls stay hex. */
const depthMax = 8
const callsMax = 200
const charactersMax = 400_000

const selectorCharacters = 10

type Sources = {
  signatures: KnownSignatures
  /** Verified ABIs, and those that people gave. */
  abisOf?: (contracts: readonly ContractAt[]) => Promise<KnownAbis>
  givenOf?: Sources['abisOf']
}

/** A call whose arguments are searched: `index` is its place in the result, null for the transaction's own. */
type Opened = { read: Pick<ReadCall, 'call' | 'item'>; to: string | null; index: number | null }

const selectorOf = (declared: string): string | undefined => {
  const declaration = parseDeclaration(declared)
  const index = declaration && abiIndex([{ type: 'function', ...declaration }])
  return index && [...index.functions.keys()][0]
}

const findIn = (abis: readonly AbiIndex[], bytes: Uint8Array): ReadCall | undefined => {
  const found = findCall(abis, bytes)
  return found?.isExact ? found : undefined
}

/**
 * The calls in the arguments of a call, and in theirs: decoded by the verified ABI of the contract that they are for, or by known
 * signatures, which may be wrong. Bytes that are no call for certain are one only if they fit a function exactly. Parents come before
 * their calls. Never throws for what the calldata has.
 */
export const nestedCalls = async (
  root: { read: Pick<ReadCall, 'call' | 'item'>; to: string; block: number },
  { signatures, abisOf, givenOf }: Sources,
): Promise<NestedCall[]> => {
  const result: NestedCall[] = []
  let left = charactersMax
  let opened: Opened[] = [{ read: root.read, to: root.to, index: null }]
  for (let depth = 0; depth < depthMax && opened.length > 0; depth++) {
    const within = opened
      .flatMap(({ read, to, index }) => callsWithin(read, to, { selectorOf }).map((one) => ({ ...one, parent: index })))
      .slice(0, callsMax - result.length)
    const contracts = within.flatMap(({ to }): ContractAt[] =>
      to !== null && isHex(to) ? [{ address: to, block: root.block }] : [],
    )
    const [known] = await Promise.all([
      contracts.length > 0 ? abisOf?.(contracts) : undefined,
      signatures.learn(within.flatMap(({ data, isCommand }) => (isCommand ? [] : selectorIn(data)))),
    ])
    const given = contracts.length > 0 ? await givenOf?.(contracts) : undefined
    opened = []
    for (const one of within) {
      left -= one.data.length
      if (left < 0) return result
      const { read, source } = decoded(one, { known, given, signatures, block: root.block })
      if (!read && !one.isCertain) continue
      result.push({
        ...{ parent: one.parent, path: [...one.path], to: one.to, value: one.value },
        selector: one.isCommand ? null : (selectorIn(one.data)[0] ?? null),
        ...{ call: read?.call ?? null, source },
        ...(read && { declaration: declarationOf(read.item) }),
      })
      if (read) opened.push({ read, to: one.to, index: result.length - 1 })
    }
  }
  return result
}

const selectorIn = (data: string): Hex[] => {
  const selector = data.slice(0, selectorCharacters)
  return selector.length === selectorCharacters && isHex(selector) ? [selector] : []
}

type Known = { known?: KnownAbis; given?: KnownAbis; signatures: KnownSignatures; block: number }

const decoded = (
  { to, data, isCommand, read }: CallWithin,
  { known, given, signatures, block }: Known,
): { read: ReadCall | undefined; source: NestedCall['source'] } => {
  if (isCommand) return { read, source: read ? 'signatures' : null }
  const bytes = toBytes(data)
  const contract = to !== null && isHex(to) ? { address: to, block } : undefined
  const verified = contract && findIn(known?.(contract) ?? [], bytes)
  if (verified) return { read: verified, source: 'abi' }
  const guess = (contract && findIn(given?.(contract) ?? [], bytes)) ?? exact(signatures.findCall(bytes))
  return { read: guess, source: guess ? 'signatures' : null }
}

const exact = (read: ReadCall | undefined): ReadCall | undefined => (read?.isExact ? read : undefined)
