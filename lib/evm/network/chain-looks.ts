import type { EvmChain } from '#lib/evm/api/own-chains.ts'
import { chainColour, chainLogo } from '#lib/logos/logos.ts'

/** The picture and colour of a chain: the operator's own, or those that are known. */
export const looksOf = ({ id, icon = chainLogo(id), colour = chainColour(id) }: EvmChain) => ({
  ...(icon && { icon }),
  ...(colour && { colour }),
})
