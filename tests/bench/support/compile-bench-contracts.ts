import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

const names = ['BenchCoin', 'BenchNft', 'UriNft'] as const

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
})

/** The deployment code of each contract in tests/bench/support/contracts. */
export const compileBenchContracts = (): Record<(typeof names)[number], Hex> => {
  const folder = join(import.meta.dirname, 'contracts')
  const sourceOf = (name: string) => ({ content: readFileSync(join(folder, `${name}.sol`), 'utf8') })
  const compiled = solcOutput({
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [name, sourceOf(name)])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'prague',
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  })
  const { contracts } = output.parse(compiled)
  const codeOf = (name: string): Hex => {
    const code = contracts[name]?.[name]?.evm.bytecode.object
    if (!code) throw new Error(`${name} does not compile: ${JSON.stringify(compiled).slice(0, 2_000)}`)
    return `0x${code}`
  }
  return { BenchCoin: codeOf('BenchCoin'), BenchNft: codeOf('BenchNft'), UriNft: codeOf('UriNft') }
}
