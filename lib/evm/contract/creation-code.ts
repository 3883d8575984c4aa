import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { byteCount, type Hex, isHex } from '#lib/base/hex.ts'
import { contractFunctions } from '#lib/evm/abi/contract-functions.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { createStateCache } from '#lib/evm/query/caches/state-cache.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { contractSourceEndpoints, EvmContractCreationCode } from './code-contract.ts'
import type { contractEndpoints, EvmContractCreation } from './contract.ts'
import { needsNodeForContracts } from './contract-state.ts'

const constructorItem = z.looseObject({ type: z.literal('constructor') })

/** Decodes the arguments of a constructor; null if they do not fit the ABI. */
export const constructorParameters = (
  abi: readonly unknown[],
  data: string,
): { name: string; type: string; value: string }[] | null => {
  const item = abi.map((one) => constructorItem.safeParse(one).data).find((one) => one !== undefined)
  if (!item) return data === '0x' ? [] : null
  // Arguments are encoded as those of a function are.
  const [{ inputs } = { inputs: undefined }] = contractFunctions([{ ...item, type: 'function', name: 'constructor' }])
  const read =
    inputs &&
    readValues(
      inputs.map(({ type }) => type),
      toBytes(data),
    )
  if (!read) return null
  return inputs.map(({ name, typeText }, index) => ({ name, type: typeText, value: read.values[index] ?? '' }))
}

const traceMs = 20_000
/** Characters of creation code. */
const keptMax = 10_000_000
const creates: ReadonlySet<string> = new Set(['CREATE', 'CREATE2'])
const notTraced = 'A contract created it; reading the code that it ran requires a node that traces transactions.'

type Creation = Service<typeof contractEndpoints>['evmContractCreation']
type FoundCode = Pick<EvmContractCreationCode, 'source' | 'note'> & { code: Hex | null }

/** The code that created a contract: the input of its transaction, or that of the call of a factory. */
export const contractCreationCodeQuery = (
  context: EvmQueryContext,
  creationOf: Creation,
): Service<typeof contractSourceEndpoints>['evmContractCreationCode'] => {
  const codes = createStateCache<FoundCode>({
    weightMax: keptMax,
    weightOf: ({ code }) => code?.length ?? 0,
    isKept: ({ code }) => code !== null,
    timeoutMs: traceMs,
  })

  const read = async (
    chain: ServedChain,
    address: Hex,
    { transaction_hash: hash, factory_address, note }: EvmContractCreation,
    signal: AbortSignal,
  ): Promise<FoundCode> => {
    if (hash === null || !isHex(hash)) return { code: null, source: null, note: note ?? 'Its creation is not known.' }
    if (factory_address === null) {
      const { stored } = await knownTransaction(context, chain, hash, { signal })
      return { code: toHex(stored.input), source: 'transaction', note: null }
    }
    try {
      const calls = (await context.node.internalCalls?.(chain, hash, signal)) ?? []
      const call = calls.find(({ type, to, isUndone }) => creates.has(type) && to === address && !isUndone)
      return call ? { code: call.input, source: 'trace', note: null } : { code: null, source: null, note: notTraced }
    } catch (error) {
      if (!isServiceError(error, 'not_available')) throw error
      return { code: null, source: null, note: notTraced }
    }
  }

  return async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNodeForContracts(chain)
    const creation = await creationOf({ address, ...input }, call)
    const key = `${chain.id} ${address} ${creation.block_number} ${creation.transaction_hash}`
    const found = await codes.read(key, (limit) => read(chain, address, creation, limit), call?.signal)
    const { code, source, note } = found
    return {
      address,
      transaction_hash: creation.transaction_hash,
      factory_address: creation.factory_address,
      source,
      code,
      code_bytes: code === null ? null : byteCount(code),
      ...(await constructorOf(context, chain, { address, code }, call?.signal)),
      note,
    }
  }
}

/** The arguments at the end of creation code, where a verifier told them from the code. */
const constructorOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, code }: { address: Hex; code: Hex | null },
  signal: AbortSignal | undefined,
): Promise<Pick<EvmContractCreationCode, 'constructor_arguments' | 'constructor_params'>> => {
  const unknown = { constructor_arguments: null, constructor_params: null }
  const { node, sources } = context
  if (code === null || !node.code || !sources) return unknown
  const block = await stateBlockOf(context, chain, undefined)
  const deployed = await node.code(chain, address, block, signal)
  const known = isHex(deployed) ? await sources.find(chain, { address, code: deployed }, signal) : undefined
  const args = known?.constructorArguments
  if (!known || args === undefined || !code.endsWith(args.slice(2))) return unknown
  return { constructor_arguments: args, constructor_params: constructorParameters(known.abi, args) }
}
