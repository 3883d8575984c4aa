import { centsText, type Price, usdText } from '#lib/evm/prices/price.ts'

/** A price as the API has it. */
export const priceRecord = ({
  usd,
  method,
  source,
  pair,
  quote,
  depthUsd,
  ageSeconds,
  windowSeconds,
  block,
}: Price) => ({
  usd: usdText(usd),
  method,
  source,
  pair,
  quote,
  depth_usd: depthUsd === null ? null : centsText(depthUsd),
  age_seconds: ageSeconds,
  window_seconds: windowSeconds,
  block_number: String(block),
})
