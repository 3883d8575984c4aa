import pLimit from 'p-limit'
import * as z from 'zod'
import { type CompilerContract, compilerContract } from '#lib/evm/verification/match/compiled-contract.ts'
import { VerificationFault } from '#lib/evm/verification/verification-fault.ts'
import { defaultSolcLimits, runSolc, type SolcLimits } from './run-solc.ts'
import { plainVersion, type SolcVersions } from './solc-versions.ts'
import { type ContractName, inputFor, type StandardJson } from './standard-json.ts'

/** Compiles untrusted sources, one at a time. */
export type Compiler = {
  /** @throws VerificationFault */
  compile(input: StandardJson, contract: ContractName, version: string, signal?: AbortSignal): Promise<Compiled>
}

type Compiled = {
  contract: CompilerContract
  /** With its commit, as the compiler says: `0.8.30+commit.73712a01`. */
  compilerVersion: string
}

const output = z.object({
  errors: z
    .array(z.object({ severity: z.string(), formattedMessage: z.string().optional(), message: z.string() }))
    .default([]),
  contracts: z.record(z.string(), z.record(z.string(), compilerContract)).default({}),
})
const metadata = z.object({ compiler: z.object({ version: z.string() }) })

const errorsMax = 5
const errorLengthMax = 2_000

export const createCompiler = (versions: SolcVersions, limits: Partial<SolcLimits> = {}): Compiler => {
  const oneAtATime = pLimit(1)
  return {
    compile: (input, contract, version, signal) =>
      oneAtATime(async () => {
        const build = await versions.find(version, signal)
        const text = await runSolc(build.path, inputFor(input, contract), { ...defaultSolcLimits, ...limits }, signal)
        const compiled = readOutput(text, contract)
        const compilerVersion = versionOf(compiled) ?? build.version
        checkCommit(version, compilerVersion)
        return { contract: compiled, compilerVersion }
      }),
  }
}

const readOutput = (text: string, { file, name }: ContractName): CompilerContract => {
  const { errors, contracts } = parseOutput(text)
  const found = contracts[file]?.[name]
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) {
    const words = faults.slice(0, errorsMax).map(({ formattedMessage, message }) => formattedMessage ?? message)
    throw new VerificationFault('compiler_error', words.join('\n').slice(0, errorLengthMax).replaceAll('\0', ''))
  }
  if (found) return found
  throw new VerificationFault(
    'contract_not_found_in_compiler_output',
    `The sources have no contract ${name} in ${file}.`,
  )
}

const parseOutput = (text: string): z.output<typeof output> => {
  try {
    return output.parse(JSON.parse(text))
  } catch (cause) {
    throw Object.assign(new VerificationFault('compiler_error', 'The output of the compiler could not be read.'), {
      cause,
    })
  }
}

const versionOf = ({ metadata: text }: CompilerContract): string | undefined => {
  try {
    return metadata.parse(JSON.parse(text)).compiler.version
  } catch {
    return undefined
  }
}

/** Two builds of one version may differ: the metadata has the commit. */
const checkCommit = (wanted: string, actual: string): void => {
  const version = plainVersion(wanted)
  if (!version?.includes('+') || !actual.includes('+') || actual.startsWith(version)) return
  throw new VerificationFault(
    'unsupported_compiler_version',
    `The compiler ${version} is not available here, only ${actual}.`,
  )
}
