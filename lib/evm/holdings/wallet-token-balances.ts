import type { Service } from '#lib/api/endpoint.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { describedTokens } from '#lib/evm/token/described-tokens.ts'
import { answerHoldings } from './answer-holdings.ts'
import type { balanceEndpoints } from './balance-contract.ts'

/** The ERC20 tokens of a wallet, as one list. */
export const walletTokenBalancesQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['walletTokenBalances'] =>
  async ({ address, token_addresses, exclude_spam, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await stateBlockOf(context, chain, input.to_block)
    const { held } = await answerHoldings(context, { chain, address, block, tokens: token_addresses }, call)
    const tokens = await describedTokens(context, chain, held)
    return tokens.map(({ record }) => record).filter(({ possible_spam }) => !(exclude_spam && possible_spam))
  }
