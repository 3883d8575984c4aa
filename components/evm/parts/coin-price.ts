import { coinPriceEndpoints, type EvmChainState } from '#lib/evm/network/contract.ts'
import { callTo } from '#lib/pages/question.ts'

/** A hosted service does not say it for nothing. */
export const coinPriceCall = ({ chain, source }: EvmChainState) =>
  source === 'hosted' ? undefined : callTo(coinPriceEndpoints.evmCoinPrice, { chain })
