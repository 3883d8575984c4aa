import { createRequire } from 'node:module'
import { type Abi, encodeDeployData, type Hex } from 'viem'
import * as z from 'zod'
import { bundledSolc } from '#lib/evm/verify/compile/solc-versions.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { expect } from './browser-test.ts'

type Sources = Record<string, { content: string }>
const settings = { optimizer: { enabled: true, runs: 77 } }

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ abi: z.array(z.unknown()), evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    ),
  ),
})
const receipt = z.object({ contractAddress: z.string().transform((address) => address.toLowerCase()) })

/** A devnet to which contracts of one source file are deployed, and verified as build tools do. */
export const startSolidityChain = async (sources: Sources, file: string) => {
  const anvil = await startAnvil()
  const [from = ''] = (await anvil.rpc('eth_accounts')) as string[]
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const input = { language: 'Solidity', sources, settings: { ...settings, outputSelection: { '*': { '*': ['*'] } } } }
  const compiled = output.parse(JSON.parse(solc.compile(JSON.stringify(input)))).contracts[file] ?? {}
  const abiOf = (name: string): Abi => compiled[name]?.abi as Abi
  return {
    anvil,
    sender: from,
    standardJson: { language: 'Solidity', sources, settings },
    abiOf,
    /** Deploys a contract: its address. */
    deploy: async (name: string, args: readonly unknown[] = []): Promise<string> => {
      const bytecode: Hex = `0x${compiled[name]?.evm.bytecode.object}`
      const data = encodeDeployData({ abi: abiOf(name), bytecode, args: [...args] })
      return receipt.parse(await anvil.rpc('eth_sendTransactionSync', [{ from, data, gas: '0x4c4b40' }]))
        .contractAddress
    },
    /** Verifies a contract on the server at `url`. */
    verify: async (url: string, name: string, address: string): Promise<void> => {
      await fetch(`${url}/sourcify/v2/verify/31337/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          stdJsonInput: { language: 'Solidity', sources, settings },
          compilerVersion: bundledSolc().version,
          contractIdentifier: `${file}:${name}`,
        }),
      })
      const read = async () => (await (await fetch(`${url}/sourcify/v2/contract/31337/${address}`)).json()).match
      await expect.poll(read).toBe('exact_match')
    },
  }
}

export type SolidityChain = Awaited<ReturnType<typeof startSolidityChain>>
