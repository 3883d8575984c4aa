import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import type { DecodedEvent } from '#lib/evm/api/records/transactions.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { EvmLogRecord } from './contract.ts'

const headersAtOnce = 8

/** Logs of a node as the API returns them, decoded as far as ABIs and signatures are known. */
export const logRecords = async (
  context: EvmQueryContext,
  chain: ServedChain,
  logs: readonly NodeLog[],
  call: CallContext | undefined,
): Promise<EvmLogRecord[]> => {
  const { abis, signatures, known } = context
  const [times, knownAbis] = await Promise.all([
    timesOfBlocks(context, chain, logs, call?.signal),
    abis?.knownOf(chain, contractsOf(logs), { call }),
    signatures?.learn(logs.flatMap(({ topics }) => topics[0] ?? [])),
  ])
  const givenAbis = await abis?.givenOf(chain, contractsOf(logs))
  const labelOf = labelsOn(known, chain.id)
  const records = logs.map((log) => {
    const { address, blockNumber, topics, data } = log
    const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics
    const bytes = (topic: string | null) => (topic === null ? null : toBytes(topic))
    const row = {
      topic0: bytes(topic0),
      topic1: bytes(topic1),
      topic2: bytes(topic2),
      topic3: bytes(topic3),
      data: toBytes(data),
    }
    const decoded = decodeLog(knownAbis?.({ address, block: blockNumber }) ?? [], row)
    const time = times.get(blockNumber)
    const guessed = decoded
      ? undefined
      : (decodeLog(givenAbis?.({ address, block: blockNumber }) ?? [], row) ?? signatures?.guessEvent(row))
    return {
      block_number: String(blockNumber),
      block_hash: log.blockHash,
      block_timestamp: time === undefined ? null : timestampText(time),
      transaction_hash: log.transactionHash,
      transaction_index: log.transactionIndex,
      log_index: log.logIndex,
      address,
      address_label: labelOf(address),
      topic0,
      topic1,
      topic2,
      topic3,
      data,
      decoded_event: decoded ?? null,
      guessed_event: guessed ?? null,
      argument_addresses: addressesIn(decoded ?? guessed),
    }
  })
  const addresses = records.flatMap(({ address, argument_addresses }) => [address, ...argument_addresses])
  const tokens = await readTokenMetadata(context.store.db, chain.id, [...new Set(addresses)])
  const nameOf = (address: string) => {
    const token = tokens.get(address)
    return labelOf(address) ?? (token?.isListed ? (token.name ?? token.symbol) : null)
  }
  return records.map(({ argument_addresses, ...log }) => {
    const { symbol = null, decimals = null } = tokens.get(log.address) ?? {}
    return {
      ...log,
      token: symbol !== null && decimals !== null ? { symbol, decimals } : null,
      argument_addresses: argument_addresses.map((address) => ({ address, address_label: nameOf(address) })),
    }
  })
}

const addressesMax = 10

const addressesIn = (event: DecodedEvent | undefined): string[] =>
  (event?.params ?? [])
    .flatMap(({ type, value }) => (type === 'address' ? [value.toLowerCase()] : []))
    .slice(0, addressesMax)

const contractsOf = (logs: readonly NodeLog[]) => [
  ...new Map(logs.map(({ address, blockNumber: block }) => [`${address}/${block}`, { address, block }])).values(),
]

/** The times of the blocks: from the logs, from the index, and otherwise from the node's headers. */
export const timesOfBlocks = async (
  { store: { db }, node }: EvmQueryContext,
  chain: ServedChain,
  logs: readonly NodeLog[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, number>> => {
  const times = new Map<number, number>()
  for (const { blockNumber, blockTimestamp } of logs)
    if (blockTimestamp !== undefined) times.set(blockNumber, blockTimestamp)
  const missing = () => [...new Set(logs.map(({ blockNumber }) => blockNumber))].filter((number) => !times.has(number))
  const asked = missing()
  if (asked.length > 0) {
    const rows = await db
      .selectFrom('evm_blocks')
      .select(['number', 'timestamp'])
      .where('chain', '=', chain.id)
      .where('number', 'in', asked)
      .execute()
    for (const { number, timestamp } of rows) times.set(number, timestamp)
  }
  const { header } = node
  if (!header) return times
  try {
    const headers = await inParallel(missing(), headersAtOnce, (number) => header(chain, number, signal))
    for (const found of headers) if (found) times.set(found.number, found.timestamp)
  } catch (error) {
    if (signal?.aborted || !isServiceError(error)) throw error
  }
  return times
}
