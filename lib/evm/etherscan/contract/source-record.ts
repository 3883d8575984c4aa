import * as z from 'zod'
import { isFields } from '#lib/base/is-fields.ts'
import type { Sources, VerifiedContract } from '#lib/evm/verification/verify-contract.ts'

/** What Etherscan writes in place of an ABI. */
export const unverifiedAbi = 'Contract source code not verified'

const settingsSchema = z.looseObject({
  optimizer: z.looseObject({ enabled: z.boolean().catch(false), runs: z.number().catch(200) }).optional(),
  evmVersion: z.string().optional(),
})

/**
 * In place of what the verifier asked its own compiler for, which is not stored. Clients compile with these settings, and add outputs to
 * the selections that are there: without one, `cast storage` finds no layout.
 */
const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'metadata'], '': ['ast'] } }

const empty = {
  SourceCode: '',
  ABI: unverifiedAbi,
  ContractName: '',
  CompilerVersion: '',
  OptimizationUsed: '',
  Runs: '',
  ConstructorArguments: '',
  EVMVersion: 'Default',
  Library: '',
  LicenseType: 'Unknown',
  Proxy: '0',
  Implementation: '',
  SwarmSource: '',
  SimilarMatch: '',
}

/** A contract as `getsourcecode` returns it. Standard JSON is wrapped in a second pair of braces, as its clients expect. */
export const sourceRecord = (contract: VerifiedContract | undefined, sources: Sources): Record<string, string> => {
  if (contract === undefined) return empty
  const { settings, language, match } = contract
  const { optimizer, evmVersion } = settingsSchema.safeParse(settings).data ?? {}
  const files = Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }]))
  return {
    ...empty,
    SourceCode: `{${JSON.stringify({ language, sources: files, settings: { ...(isFields(settings) && settings), outputSelection } })}}`,
    ABI: JSON.stringify(contract.abi),
    ContractName: contract.name,
    CompilerVersion: `v${contract.compilerVersion}`,
    OptimizationUsed: optimizer?.enabled ? '1' : '0',
    Runs: String(optimizer?.runs ?? 200),
    ConstructorArguments: match.constructorArguments?.slice(2) ?? '',
    EVMVersion: evmVersion ?? 'Default',
    Library: Object.entries(match.libraries)
      .map(([name, address]) => `${name.slice(name.lastIndexOf(':') + 1)}:${address.slice(2)}`)
      .join(';'),
  }
}
