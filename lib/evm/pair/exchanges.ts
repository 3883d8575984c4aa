import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { PriceSources } from '#lib/evm/prices/price-sources.ts'

/** The factory of an exchange: pairs of Uniswap v2 and its forks, or pools of Uniswap v3. */
export type PairExchange = { name: string; factory: Hex; version: 'v2' | 'v3' }

export const exchangeNames = [
  ...(['uniswapv2', 'uniswapv3', 'sushiswapv2'] as const),
  ...(['pancakeswapv1', 'pancakeswapv2', 'quickswap'] as const),
] as const

type ExchangeName = (typeof exchangeNames)[number]

const v3Factory = '0x1f98431c8ad98523631ae4a59f267346ea31f984'

/** Uniswap: @uniswap/sdk-core 7.19.4. The others: as programs that trade there name them. */
const factories: Readonly<Record<ExchangeName, Readonly<Record<number, Hex>>>> = {
  uniswapv2: {
    1: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
    10: '0x0c3c1c532f1e39edf36be9fe0be1410313e074bf',
    56: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    137: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
    8453: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    42161: '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
    43114: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
  },
  uniswapv3: {
    ...{ 1: v3Factory, 10: v3Factory, 137: v3Factory, 42161: v3Factory },
    56: '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7',
    8453: '0x33128a8fc17869897dce68ed026d694621f6fdfd',
    43114: '0x740b1c1de25031c31ff4fc9a62f554a55cdc1bad',
  },
  sushiswapv2: {
    1: '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac',
    56: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
    137: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
    42161: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
  },
  pancakeswapv1: { 56: '0xbcfccbde45ce874adcb698cc183debcf17952812' },
  pancakeswapv2: { 56: '0xca143ce32fe78f1f7019d7d551a6402fc5350c73' },
  quickswap: { 137: '0x5757371414417b8c6caad45baef941abc7d3ab32' },
}

const isName = (name: string): name is ExchangeName => exchangeNames.some((known) => known === name)

/** The exchange of a request: by its name, or by the address of a factory like that of Uniswap v2. @throws invalid_request */
export const exchangeOf = (named: string, chain: ServedChain, sources: PriceSources | undefined): PairExchange => {
  const name = named.toLowerCase()
  if (isHex(name)) return { name, factory: name, version: 'v2' }
  const own = { uniswapv2: sources?.v2Factory, uniswapv3: sources?.v3Factory }[name]
  const factory = own ?? (isName(name) ? factories[name][chain.id] : undefined)
  if (factory) return { name, factory, version: name === 'uniswapv3' ? 'v3' : 'v2' }
  throw badParameter(
    'exchange',
    `is ${name}, which is not known on ${chain.title}: expected the address of its factory`,
  )
}
