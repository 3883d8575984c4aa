import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'

/** Says once for a list of functions that they are not taken from an ABI. */
export const GuessedFunctions = ({ functions }: { functions: readonly EvmContractFunction[] }) =>
  functions.some(({ source }) => source === 'guess') && (
    <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
      The source code of this contract is not verified. The names, the arguments, and whether a function only reads are
      guesses, by known functions with the same selector and by the bytecode.
    </p>
  )
