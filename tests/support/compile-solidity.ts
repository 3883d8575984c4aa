import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { z } from 'zod'
import { solcOutput } from './solc-output.ts'

const hex = z.string().transform((text): Hex => `0x${text.replace(/^0x/, '')}`)

const compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()).transform((items) => items as Abi),
          evm: z.object({ bytecode: z.object({ object: hex }), deployedBytecode: z.object({ object: hex }) }),
        }),
      ),
    )
    .default({}),
})

export type CompiledContract = { abi: Abi; code: Hex; runtimeCode: Hex }

/** Compiles the Solidity files of a folder; a contract is found by its file and name. */
export const compileSolidity = (folder: string): ((file: string, name: string) => CompiledContract) => {
  const names = readdirSync(folder).toSorted()
  const files = names.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }])
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } }
  const settings = { optimizer: { enabled: true, runs: 200 }, outputSelection }
  const input = { language: 'Solidity', sources: Object.fromEntries(files), settings }
  const output = compiled.parse(solcOutput(input))
  const faults = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return (file, name) => {
    const contract = output.contracts[file]?.[name]
    if (!contract) throw new Error(`${file} has no contract ${name}`)
    return { abi: contract.abi, code: contract.evm.bytecode.object, runtimeCode: contract.evm.deployedBytecode.object }
  }
}
