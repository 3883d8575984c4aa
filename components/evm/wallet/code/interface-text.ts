import type { EvmContractFunction } from '#lib/evm/contract/explorer/api.ts'

/** Functions as a Solidity interface; those of which only the selector is known are comments. */
export const interfaceText = (functions: readonly EvmContractFunction[]): string => {
  const lines = functions.map(({ selector, signature }) =>
    signature === null
      ? `    // ${selector}`
      : `    function ${withLocations(signature)} external; // ${selector}, the name is a guess`,
  )
  return ['interface Unverified {', ...lines, '}', ''].join('\n')
}

/** Parameters of dynamic types need a data location. */
const withLocations = (signature: string): string =>
  signature.includes('((') || signature.includes(',(')
    ? signature
    : signature.replace(/(?<=[(,])(?:string|bytes|[a-z0-9]+(?:\[\d*\])+)(?=[,)])/g, '$& calldata')
