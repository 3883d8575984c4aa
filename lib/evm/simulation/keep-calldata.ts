import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { byteCount, isHex } from '#lib/base/hex.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { simulationEndpoints } from './contract.ts'

/** Keeps calldata that is too long for a URL. */
export const keepCalldata =
  (context: EvmQueryContext): Service<typeof simulationEndpoints>['evmKeepCalldata'] =>
  async ({ data, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { keptCalldata, node } = context
    if (!keptCalldata || !node.simulate || !isHex(data))
      throw new ServiceError(
        'not_available',
        `Transactions of ${chain.title} cannot be simulated here: this requires a node.`,
      )
    const data_id = await keptCalldata.keep(chain.id, data, call?.requester)
    return { data_id, byte_count: byteCount(data) }
  }
