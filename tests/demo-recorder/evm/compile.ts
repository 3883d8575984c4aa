import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { z } from 'zod'
import { solcOutput } from '#tests/support/solc-output.ts'

const compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ abi: z.array(z.unknown()), evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    ),
  ),
})

export type CompiledContract = { name: string; abi: Abi; bytecode: Hex }

/** Compiles tests/demo-recorder/contracts. The settings are fixed: other ones would move every address and hash of the archive. */
export function compileContracts(): Map<string, CompiledContract> {
  const folder = join(import.meta.dirname, '../contracts')
  const sources = Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  )
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'prague',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const output = compiled.parse(solcOutput({ language: 'Solidity', sources, settings }))
  const faults = (output.errors ?? []).filter((e) => e.severity === 'error')
  if (faults.length > 0) throw new Error(faults.map((e) => e.formattedMessage).join('\n'))
  return new Map(
    Object.entries(output.contracts)
      .filter(([file]) => file in sources)
      .flatMap(([, contracts]) => Object.entries(contracts))
      .map(([name, c]) => [name, { name, abi: c.abi as Abi, bytecode: `0x${c.evm.bytecode.object}` }]),
  )
}
