import type { Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex, wordOf } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { readLayout, type StorageLayout } from '#lib/evm/abi/storage-layout.ts'
import {
  type StorageVariable,
  storageEntry,
  storageValue,
  storageVariables,
  storedText,
  textBytesMax,
  textLength,
  wordBytes,
} from '#lib/evm/abi/storage-variables.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { storageEndpoints } from './calls-contract.ts'
import { keysMax } from './calls-contract.ts'
import { needsNodeForContracts } from './contract-state.ts'

const describeMs = 2_500
const verifiers: ReadonlySet<string> = new Set(['sourcify', 'server', 'artifacts'])
/** Slots that one request to a node reads. */
const slotsAtOnce = 50
/** Long texts that are read: each takes up to 32 slots. */
const textsMax = 8

const keysOf = (text = ''): string[] => {
  const keys = text === '' ? [] : text.split(',').map((key) => key.trim())
  if (keys.length > keysMax) throw badParameter('keys', `has ${keys.length} keys: expected ${keysMax} at most`)
  return keys
}

type Read = (slots: readonly bigint[]) => Promise<ReadonlyMap<bigint, Hex>>

/** The state variables of a verified contract with their values after a block. */
export const contractStorageQuery =
  (context: EvmQueryContext): Service<typeof storageEndpoints>['evmContractStorage'] =>
  async ({ address, variable, keys: written, block_number, ...input }, call) => {
    const keys = keysOf(written)
    const chain = context.served.resolve(input.chain)
    const { storage } = context.node
    if (!storage || !context.node.code || !isHex(address)) throw needsNodeForContracts(chain)
    const newest = await stateBlockOf(context, chain, undefined)
    if (block_number !== undefined && block_number > newest.number)
      throw badParameter('block_number', `is above the newest indexed block ${newest.number}`)
    if (variable !== undefined && keys.length === 0) throw badParameter('keys', 'is missing: variable is read by keys')
    const block = await stateBlockOf(context, chain, block_number)
    const found = await findLayout(context, chain, address, { block, newest, signal: call?.signal })
    const record = { address, block_number: String(block.number) }
    if (!found) return { ...record, layout_address: null, result: null }
    const read: Read = async (slots) => {
      const words = new Map<bigint, Hex>()
      const wanted = [...new Set(slots)]
      for (let start = 0; start < wanted.length; start += slotsAtOnce) {
        const part = wanted.slice(start, start + slotsAtOnce)
        const answers = await storage(chain, address, part.map(slotHex), block, call?.signal)
        part.forEach((slot, index) => {
          const word = answers[index]
          if (word !== undefined) words.set(slot, word)
        })
      }
      return words
    }
    const variables =
      variable === undefined ? storageVariables(found.layout) : storageEntry(found.layout, variable, keys)
    const words = await read(variables.filter(({ kind }) => kind !== 'mapping').map(({ slot }) => slot))
    const texts = await longTexts(variables, words, read)
    return {
      ...record,
      layout_address: found.address,
      result: variables.map((one) => {
        const { name, type, slot, offset, kind } = one
        const word = words.get(slot)
        const value = word === undefined ? null : (storageValue(one, word) ?? texts.get(slot) ?? null)
        return { name, type, slot: slotHex(slot), offset, kind, value }
      }),
    }
  }

const slotHex = (slot: bigint): Hex => `0x${wordOf(slot)}`

/** The layout of its own sources, or of the newest code that it forwards to, which writes its storage. */
const findLayout = async (
  context: EvmQueryContext,
  chain: ServedChain,
  address: Hex,
  { block, newest, signal }: { block: StateBlock; newest: StateBlock; signal: AbortSignal | undefined },
): Promise<{ address: Hex; layout: StorageLayout } | undefined> => {
  const described = await context.abis?.describe(chain, { address, block: block.number }, describeMs)
  const verified = (described?.interfaces ?? []).filter(({ by }) => verifiers.has(by))
  for (const one of verified.toReversed()) {
    const code = await context.node.code?.(chain, one.address, newest, signal)
    const sources =
      code && isHex(code) ? await context.sources?.find(chain, { address: one.address, code }, signal) : undefined
    const layout = sources && readLayout(sources.storageLayout)
    if (layout && layout.storage.length > 0) return { address: one.address, layout }
  }
  // Where no node told what it forwards to, there may be a layout: the node's own failure is the answer then.
  if (described && !described.proxy) await context.node.code?.(chain, address, newest, signal)
  return undefined
}

/** Texts of 32 bytes and more, from the slots that contain them. */
const longTexts = async (
  variables: readonly StorageVariable[],
  words: ReadonlyMap<bigint, Hex>,
  read: Read,
): Promise<ReadonlyMap<bigint, string>> => {
  const texts = new Map<bigint, string>()
  for (const { kind, slot, type } of variables) {
    const word = kind === 'text' ? words.get(slot) : undefined
    if (word === undefined || textLength(word) < wordBytes || texts.size >= textsMax) continue
    const length = Math.min(textLength(word), textBytesMax)
    const first = BigInt(hashOf(slotHex(slot).slice(2)))
    const slots = Array.from({ length: Math.ceil(length / wordBytes) }, (_, index) => first + BigInt(index))
    const parts = await read(slots)
    const digits = slots.map((one) => parts.get(one)?.slice(2) ?? '').join('')
    texts.set(slot, storedText(type, digits.slice(0, 2 * length)))
  }
  return texts
}
