import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { SimulatedTransaction, Simulation } from '#lib/evm/chain/rpc/replay/simulation.ts'
import type { PlaceInBlock } from '#lib/evm/chain/rpc/replay/simulation-in-block.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { inspectContract } from '#lib/evm/contract/inspect-contract.ts'
import { encodeArguments, findFunction, knownFunctions } from '#lib/evm/contract/known-functions.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { gasMaxOf, newestBlock } from '#lib/evm/query/newest-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { simulationEndpoints } from './contract.ts'
import { namedCallList } from './simulation-input.ts'

type Asked = z.output<(typeof simulationEndpoints)['evmSimulation']['input']>

/** A transaction that is not sent, where it ran, and what came of it. */
export type Simulated = {
  chain: ServedChain
  transaction: SimulatedTransaction
  /** After which it ran; in which it ran if it ran in the middle of a block. */
  block: Required<StateBlock>
  /** Before which transaction it was to run. */
  before: PlaceInBlock | undefined
  simulation: Simulation
}

/** Runs a transaction as a visitor describes it; shared and kept in memory as traces are. */
export const runSimulation = async (
  context: EvmQueryContext,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<Simulated> => {
  const chain = context.served.resolve(asked.chain)
  const { simulate } = context.node
  if (!simulate) throw needsNode(chain)
  const transaction = await transactionOf(context, chain, asked, signal)
  const before = await placeBefore(context, chain, asked, signal)
  const block = await blockOf(context, chain, before ? before.block.number - 1 : asked.block_number, signal)
  const run = async (limit: AbortSignal) =>
    (before && (await context.node.simulateInBlock?.(chain, transaction, before, limit))) ??
    (await simulate(chain, transaction, block, limit))
  const key = replayKey(chain, transaction, block, before)
  const simulation = await context.replays.simulations(key, run, signal)
  return { chain, transaction, block: before && simulation.isInBlock ? before.block : block, before, simulation }
}

/** What it would change of each account, kept in the same way. */
export const simulatedState = async (
  context: EvmQueryContext,
  { chain, transaction, block, before, simulation }: Simulated,
  signal: AbortSignal | undefined,
): Promise<AccountChange[]> => {
  const { simulateState, simulateStateInBlock } = context.node
  if (!simulateState) throw needsNode(chain)
  if (simulation.untraced !== null) throw new ServiceError('not_available', simulation.untraced)
  const place = simulation.isInBlock ? before : undefined
  const run = async (limit: AbortSignal) => {
    if (!place) return await simulateState(chain, transaction, block, limit)
    const changes = await simulateStateInBlock?.(chain, transaction, place, limit)
    if (changes) return changes
    throw new ServiceError('not_available', 'The node of this chain reports state changes after whole blocks only.')
  }
  return await context.replays.state(replayKey(chain, transaction, block, place), run, signal)
}

const needsNode = (chain: ServedChain): ServiceError =>
  new ServiceError('not_available', `Transactions of ${chain.title} cannot be simulated here: this requires a node.`)

const transactionOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<SimulatedTransaction> => {
  const { from, to, value, call, balances } = asked
  const gasMax = await gasMaxOf(context, chain)
  const gas = asked.gas ?? gasMax
  if (gas > gasMax)
    throw badParameter('gas', `is more than a simulation may use here: at most ${gasMax.toLocaleString('en-US')}`)
  const data = await dataOf(context, chain, asked, signal)
  if (call !== undefined && data !== undefined) throw badParameter('call', 'excludes data: give one of them')
  if (to === undefined && call !== undefined) throw badParameter('call', 'requires to, the contract')
  if (to === undefined && (data ?? '0x') === '0x') throw badParameter('to', 'is missing: only a new contract has none')
  return {
    from: hexOr(from, zeroAddress),
    to: to === undefined ? null : hexOr(to, zeroAddress),
    value: BigInt(value ?? 0),
    data:
      call === undefined
        ? hexOr(data, '0x')
        : await calldataOf(context, chain, hexOr(to, zeroAddress), { call, signal }),
    gas,
    balances: (balances ?? []).map((one) => {
      const [address = '', amount = '0'] = one.split(':')
      return { address: hexOr(address, zeroAddress), balance: BigInt(amount) }
    }),
  }
}

/** The calldata, however it is given. */
const dataOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { data, data_of, data_id }: Asked,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  if (data_of !== undefined && data !== undefined) throw badParameter('data_of', 'excludes data: give one of them')
  if (data_id === undefined) return data_of === undefined ? data : await inputOf(context, chain, data_of, signal)
  if ((data ?? data_of) !== undefined) throw badParameter('data_id', 'excludes data and data_of: give one of them')
  return await keptData(context, chain, data_id)
}

const keptData = async (context: EvmQueryContext, chain: ServedChain, id: string): Promise<Hex> => {
  const data = await context.keptCalldata?.read(chain.id, hexOr(id, '0x'))
  if (data) return data
  throw badParameter('data_id', 'is not the id of calldata that this server keeps: paste the calldata again')
}

const inputOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<Hex> => toHex((await knownTransaction(context, chain, hash, { signal })).stored.input)

const placeBefore = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { before, block_number }: Asked,
  signal: AbortSignal | undefined,
): Promise<PlaceInBlock | undefined> => {
  if (before === undefined) return undefined
  if (block_number !== undefined) throw badParameter('before', 'excludes block_number: give one of them')
  const { stored } = await knownTransaction(context, chain, before, { signal })
  return {
    block: { number: stored.block_number, hash: toHex(stored.block_hash) },
    index: stored.transaction_index,
    sender: toHex(stored.from_address),
    nonce: BigInt(stored.nonce),
  }
}

const hexOr = (text: string | undefined, otherwise: Hex): Hex => (text !== undefined && isHex(text) ? text : otherwise)

const calldataOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  to: Hex,
  { call, signal }: { call: string; signal: AbortSignal | undefined },
): Promise<Hex> => {
  const [named, ...values] = namedCallList.parse(JSON.parse(call))
  const known = await knownFunctions(context, await inspectContract(context, chain, to, signal), signal)
  return encodeArguments('call', findFunction('call', known, named), values)
}

/** With its hash, so that a reorg between two requests does not mix two chains. */
const blockOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  asked: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Required<StateBlock>> => {
  const newest = await newestBlock(context.store.db, chain.id)
  if (newest && asked !== undefined && asked > newest.number)
    throw badParameter('block_number', `is above the newest indexed block ${newest.number}`)
  const { number, hash } = await stateBlockOf(context, chain, asked)
  if (hash) return { number, hash }
  const header = await context.node.header?.(chain, number, signal)
  if (!header) throw badParameter('block_number', 'is not a block that the node of this chain has')
  return { number, hash: header.hash }
}

const replayKey = (
  { id }: ServedChain,
  transaction: SimulatedTransaction,
  { number, hash }: Required<StateBlock>,
  before: PlaceInBlock | undefined,
) => {
  const asked = { ...transaction, index: before?.index }
  const text = JSON.stringify(asked, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return {
    chain: id,
    block_number: number,
    transaction_index: 0,
    block_hash: toBytes(hash),
    hash: createHash('sha256').update(text).digest(),
    isIndexed: false,
  }
}
