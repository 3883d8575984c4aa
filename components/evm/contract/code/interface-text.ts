import { callNameOf } from '#components/evm/parts/functions/function-call.ts'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'

/** Functions as a Solidity interface; those without a name are comments. */
export const interfaceText = (functions: readonly EvmContractFunction[]): string => {
  const lines = functions.map((one) => {
    const { selector, signature, mutability, guessed_mutability: guessed } = one
    const known = mutability ?? guessed
    const suffix = known === null || known === 'nonpayable' ? '' : ` ${known}`
    return signature === null
      ? `    // ${callNameOf(one) ?? selector}${suffix}`
      : `    function ${withLocations(signature)} external${suffix}; // ${selector}, ${
          guessed === null ? 'the name is a guess' : 'name and mutability are guesses'
        }`
  })
  return ['interface Unverified {', ...lines, '}', ''].join('\n')
}

/** Parameters of dynamic types need a data location. */
const withLocations = (signature: string): string =>
  signature.includes('((') || signature.includes(',(')
    ? signature
    : signature.replace(/(?<=[(,])(?:string|bytes|[a-z0-9]+(?:\[\d*\])+)(?=[,)])/g, '$& calldata')
