import { ServiceError } from '#lib/base/errors.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { ok } from '#lib/evm/etherscan/kit/answer.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { gasActions } from './actions.ts'

const ratioBlocks = 5
const gweiDecimals = 9

const gweiText = (wei: bigint): string => valueDecimal(String(wei), gweiDecimals) ?? '0'

export const gasAnswers: ModuleAnswers<typeof gasActions> = {
  gasoracle: async (_, call) => {
    const { next_base_fee, priority_fee, blocks } = await recentGas(call)
    const base = BigInt(next_base_fee ?? blocks[0]?.base_fee_per_gas ?? 0)
    const above = (tip: string | undefined) => gweiText(base + BigInt(tip ?? 0))
    return ok({
      LastBlock: blocks[0]?.block_number ?? '0',
      SafeGasPrice: above(priority_fee?.low),
      ProposeGasPrice: above(priority_fee?.median),
      FastGasPrice: above(priority_fee?.high),
      suggestBaseFee: gweiText(base),
      gasUsedRatio: blocks
        .slice(0, ratioBlocks)
        .map(({ gas_used, gas_limit }) => String(gas_limit === null ? 0 : Number(gas_used) / Number(gas_limit)))
        .reverse()
        .join(),
    })
  },
  gasestimate: async ({ gasprice }, call) => {
    const { blocks } = await recentGas(call)
    const [newest, oldest] = [blocks[0], blocks.at(-1)]
    const accepted = blocks.filter(
      ({ base_fee_per_gas, priority_fee }) =>
        BigInt(gasprice) >= BigInt(base_fee_per_gas ?? 0) + BigInt(priority_fee?.low ?? 0),
    )
    if (!newest || !oldest || accepted.length === 0 || blocks.length < 2)
      throw new ServiceError('not_available', 'None of the newest blocks accepted that price')
    const seconds = (Date.parse(newest.block_timestamp) - Date.parse(oldest.block_timestamp)) / 1_000
    const perBlock = seconds / (blocks.length - 1)
    return ok(String(Math.max(1, Math.round((perBlock * blocks.length) / accepted.length))))
  },
}

/** @throws not_available while nothing is indexed */
const recentGas = async ({ explorer, chain, signal }: ActionCall) => {
  const gas = await explorer.evmGas({ chain: chain.name }, { signal })
  if (gas.blocks.length > 0) return gas
  throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet`)
}
