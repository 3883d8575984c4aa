import type { Service } from '#lib/api/endpoint.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import type { CoinMove } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { tokenWords } from '#lib/evm/query/token-words.ts'
import { coin, coinMove, moveOf, netChanges } from '#lib/evm/summary/moves.ts'
import { frameRecords, framesMax, inFull, wholeFrame } from '#lib/evm/trace/call-tree.ts'
import { type FrameDecoder, frameDecoder } from '#lib/evm/trace/decode-frames.ts'
import { emittedLogs, placeFrames, placeLogs } from '#lib/evm/trace/frame-tree.ts'
import { logRow } from '#lib/evm/trace/log-row.ts'
import { shortened } from '#lib/evm/trace/shortened.ts'
import { accountRecords, storageLayouts } from '#lib/evm/trace/state-changes.ts'
import { movesOfLogs } from '#lib/evm/transaction/transaction-moves.ts'
import type { simulationEndpoints } from './contract.ts'
import { runSimulation, type Simulated, simulatedState } from './simulated-transaction.ts'

const changesMax = 500

/** What accounts would gain and lose, of the native coin and of tokens; accounts in order of their first change. */
const balanceChanges = async (
  context: EvmQueryContext,
  chain: ServedChain,
  coins: readonly CoinMove[],
  {
    logs,
    labelOf,
    signal,
  }: { logs: readonly DecodableLog[]; labelOf: (address: string) => string | null; signal: AbortSignal | undefined },
) => {
  const ofTokens = await movesOfLogs(context, chain, logs)
  const older = new Set(ofTokens.flatMap(({ standard, token_address }) => (standard === null ? token_address : [])))
  const moves = [...coins.map(({ from, to, value }) => coinMove(from, to, value)), ...ofTokens.map(moveOf)]
  const changes = netChanges(moves).flatMap(({ address, changes: own }) => own.map((one) => ({ ...one, address })))
  const shown = changes.slice(0, changesMax)
  const tokens = [...new Set(shown.flatMap(({ token }) => (token === coin ? [] : token)))]
  const words = await tokenWords(context, chain, tokens, signal)
  return {
    balance_change_count: changes.length,
    balance_changes: shown.map(({ address, standard, token, tokenId, change }) => {
      const { name = null, symbol = null, decimals = null } = words.get(token) ?? {}
      return {
        address,
        address_label: labelOf(address),
        standard: older.has(token) ? null : standard,
        token_address: token === coin ? null : token,
        token_name: name,
        token_symbol: symbol,
        token_decimals: standard === 'ERC20' ? decimals : null,
        token_id: tokenId,
        change: String(change),
      }
    }),
  }
}

const logsMax = 500
const logBytesMax = 4_096
const outputBytesMax = 131_072

/** What a transaction that is not sent would do. */
export const simulationQuery =
  (context: EvmQueryContext): Service<typeof simulationEndpoints>['evmSimulation'] =>
  async (input, call) => {
    const simulated = await runSimulation(context, input, call?.signal)
    const { chain, transaction, block, before } = simulated
    const { method, frames, gasUsed, coinMoves, isInBlock, untraced } = simulated.simulation
    const all = placeFrames(frames)
    const [top] = frames
    if (!top) throw new ServiceError('upstream_failed', 'The node returned no call.')
    const logs = emittedLogs(all).map((log, index) => decodableLog(log, index, block.number))
    const rows = logs.map((log) => logRow(chain.id, log))
    const labelOf = labelsOn(context.known, chain.id)
    const [decoder, changes, state] = await Promise.all([
      frameDecoder(context, chain, block.number, { frames: frames.slice(0, framesMax), logs: rows, call }),
      balanceChanges(context, chain, coinMoves ?? [], { logs, labelOf, signal: call?.signal }),
      stateRecords(context, simulated, rows, { labelOf, signal: call?.signal }),
    ])
    const isTraced = method === 'debug_traceCall'
    // What fails leaves no logs, however it was run.
    const hasLogs = coinMoves !== null || top.error !== null
    const isCreation = transaction.to === null
    return {
      block_number: String(block.number),
      block_hash: block.hash,
      before: before
        ? { block_number: String(before.block.number), transaction_index: before.index, is_in_block: isInBlock }
        : null,
      untraced,
      method,
      status: top.error === null ? 'succeeded' : 'failed',
      from: transaction.from,
      to: transaction.to,
      value: String(transaction.value),
      gas: String(transaction.gas),
      input: transaction.data,
      call: inFull(decoder.call(top)),
      created_address: isCreation && top.error === null ? top.to : null,
      gas_used: gasUsed === null ? null : String(gasUsed),
      output: firstBytes(top.output, outputBytesMax),
      returned: decoder.output(top) ?? null,
      error: top.error,
      reason: inFull(decoder.error(top)),
      ...changes,
      has_native_changes: coinMoves !== null,
      logs: hasLogs ? logRecords(logs, rows, decoder, labelOf) : null,
      log_count: hasLogs ? logs.length : null,
      frames: isTraced ? frameRecords(all, placeLogs(all, rows).logs, decoder, labelOf) : null,
      frame_count: isTraced ? all.length : null,
      ...state,
    }
  }

/** One frame of it with everything in it. */
export const simulatedCallQuery =
  (context: EvmQueryContext): Service<typeof simulationEndpoints>['evmSimulatedCall'] =>
  async ({ frame: place, ...input }, call) => {
    const { chain, block, simulation } = await runSimulation(context, input, call?.signal)
    const placed = placeFrames(simulation.frames).find(({ path }) => path === place)
    if (!placed) throw new ServiceError('not_found', `The simulation has no call ${place}.`)
    const decoder = await frameDecoder(context, chain, block.number, { frames: [placed.frame], logs: [], call })
    return wholeFrame(placed, decoder, labelsOn(context.known, chain.id))
  }

const stateRecords = async (
  context: EvmQueryContext,
  simulated: Simulated,
  rows: readonly LogRow[],
  { labelOf, signal }: { labelOf: LabelOf; signal: AbortSignal | undefined },
) => {
  try {
    const accounts = await simulatedState(context, simulated, signal)
    const { chain, block } = simulated
    const layouts = await storageLayouts(context, chain, accounts, { block: block.number, signal })
    return {
      accounts: accountRecords(accounts, rows, labelOf, layouts),
      account_count: accounts.length,
      accounts_missing: null,
    }
  } catch (error) {
    if (signal?.aborted || !isServiceError(error)) throw error
    return { accounts: null, account_count: null, accounts_missing: error.message }
  }
}

const logRecords = (logs: readonly DecodableLog[], rows: readonly LogRow[], decoder: FrameDecoder, labelOf: LabelOf) =>
  logs.slice(0, logsMax).map(({ logIndex, address, topics, data }, index) => {
    const row = rows[index]
    return {
      log_index: String(logIndex),
      address,
      address_label: labelOf(address),
      topics: [...topics],
      data: firstBytes(data, logBytesMax),
      event: row ? shortened(decoder.event(row)) : null,
    }
  })

const decodableLog = (
  { address, topics, data }: Pick<DecodableLog, 'address' | 'topics' | 'data'>,
  logIndex: number,
  blockNumber: number,
): DecodableLog => ({
  blockNumber,
  transactionIndex: 0,
  logIndex,
  transactionHash: '0x',
  transactionValue: null,
  address,
  topics,
  data,
})

const firstBytes = (hex: string, bytesMax: number): string => hex.slice(0, 2 + 2 * bytesMax)
