import type { Service } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { gasPriceEndpoints } from './contract.ts'

/**
 * Blocks that are read, evenly over the time: Ethereum has 7,200 a day, Arbitrum 345,600. Each is a look-up by the primary key.
 */
const samplesMax = 960
const parts = 96

/** The base fees of the last hours of the index, in parts of equal length. */
export const gasHistoryQuery =
  (context: EvmQueryContext): Service<typeof gasPriceEndpoints>['evmGasHistory'] =>
  async ({ chain: asked, hours }) => {
    const chain = context.served.resolve(asked)
    const newest = await edgeBlock(context, chain, 'desc', 0)
    if (!newest) return { hours, part_seconds: (hours * 3_600) / parts, result: [] }
    const from = newest.timestamp - hours * 3_600
    const oldest = await edgeBlock(context, chain, 'asc', from)
    const { rows, step } = await sampleFees(context, chain, oldest?.number ?? newest.number, newest.number)
    const seconds = (hours * 3_600) / parts
    const partOf = ({ timestamp }: Sample) => Math.min(parts - 1, Math.floor((timestamp - from) / seconds))
    const samples = rows.filter(({ timestamp }) => timestamp >= from)
    const feesOf = Map.groupBy(samples, partOf)
    // A slow chain has parts without a block: the fee of the next block applied, unless blocks are missing between.
    samples.forEach((sample, index) => {
      const before = samples[index - 1]
      if (!before || before.number + Math.ceil(step) < sample.number) return
      for (let part = partOf(before) + 1; part < partOf(sample); part++) feesOf.set(part, [sample])
    })
    return {
      hours,
      part_seconds: seconds,
      result: Array.from({ length: parts }, (_, part) => {
        const fees = (feesOf.get(part) ?? [])
          .map(({ base_fee_per_gas }) => BigInt(base_fee_per_gas ?? 0))
          .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        const [low, high] = [fees[0], fees.at(-1)]
        return {
          from: new Date((from + part * seconds) * 1_000).toISOString(),
          base_fee:
            low === undefined || high === undefined
              ? null
              : { low: String(low), median: String(fees[fees.length >> 1]), high: String(high) },
        }
      }),
    }
  }

type Sample = { number: number; timestamp: number }

/** The newest block, or the oldest one from a time on. */
const edgeBlock = ({ store }: EvmQueryContext, chain: ServedChain, direction: 'asc' | 'desc', from: number) =>
  store.db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp'])
    .where('chain', '=', chain.id)
    .where('timestamp', '>=', from)
    .orderBy('timestamp', direction)
    .orderBy('number', direction)
    .limit(1)
    .executeTakeFirst()

const sampleFees = async ({ store }: EvmQueryContext, chain: ServedChain, first: number, last: number) => {
  const count = Math.min(samplesMax, last - first + 1)
  const step = count === 1 ? 0 : (last - first) / (count - 1)
  const numbers = Array.from({ length: count }, (_, index) => Math.round(first + index * step))
  const rows = await store.db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'base_fee_per_gas'])
    .where('chain', '=', chain.id)
    .where('number', 'in', [...new Set(numbers)])
    .orderBy('number')
    .execute()
  return { rows: rows.filter(({ base_fee_per_gas }) => base_fee_per_gas !== null), step }
}
