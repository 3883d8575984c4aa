import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { allowanceCall, needsNodeForBalances, readNumbers, stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { allowanceEndpoints } from './allowance-contract.ts'

const timeoutMs = 10_000
const late = 'The node did not answer in time.'

/** One call of the token. */
export const tokenAllowanceQuery =
  (context: EvmQueryContext): Service<typeof allowanceEndpoints>['tokenAllowance'] =>
  async ({ address, owner_address, spender_address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNodeForBalances(chain)
    const block = await stateBlockOf(context, chain, undefined)
    using limit = timeLimit(timeoutMs, late)
    const signal = call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
    const asked = [allowanceCall(address, owner_address, spender_address)]
    const [allowance] = await readNumbers(context, chain, asked, { block, signal })
    if (allowance === 'failed') throw new ServiceError('upstream_timeout', late)
    if (typeof allowance !== 'bigint')
      throw new ServiceError('not_found', `No contract at ${address} on ${chain.title} reports an allowance.`)
    return { allowance: String(allowance) }
  }
