import * as z from 'zod'

const price = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((octas) => String(octas))

/** `GET /v1/estimate_gas_price`: octas for a unit of gas. Old nodes only return the regular price. */
export const gasPrice = z
  .object({
    deprioritized_gas_estimate: price.nullish(),
    gas_estimate: price,
    prioritized_gas_estimate: price.nullish(),
  })
  .transform((read) => ({
    low: read.deprioritized_gas_estimate ?? null,
    regular: read.gas_estimate,
    high: read.prioritized_gas_estimate ?? null,
  }))

export type GasPrice = z.output<typeof gasPrice>
