import { type Abi, encodeDeployData, type Hex } from 'viem'
import * as z from 'zod'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { solcOutput } from '#tests/support/solc-output.ts'
import { expect } from './browser-test.ts'
import type { Devnet } from './devnet.ts'

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

/** Deploys contracts of one source file to a devnet, and verifies them as build tools do. */
export const deployedSources = ({ url, anvil, newAccount }: Devnet, sources: Sources, file: string) => {
  const sender = newAccount()
  const standardJson = { language: 'Solidity', sources, settings }
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object'] } }
  const input = { ...standardJson, settings: { ...settings, outputSelection } }
  const compiled = output.parse(solcOutput(input)).contracts[file] ?? {}
  const abiOf = (name: string): Abi => compiled[name]?.abi as Abi
  return {
    sender,
    standardJson,
    abiOf,
    /** Deploys a contract: its address. */
    deploy: async (name: string, args: readonly unknown[] = []): Promise<string> => {
      const bytecode: Hex = `0x${compiled[name]?.evm.bytecode.object}`
      const data = encodeDeployData({ abi: abiOf(name), bytecode, args: [...args] })
      return receipt.parse(await anvil.rpc('eth_sendTransactionSync', [{ from: sender, data, gas: '0x4c4b40' }]))
        .contractAddress
    },
    verify: async (name: string, address: string): Promise<void> => {
      await fetch(`${url}/sourcify/v2/verify/31337/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          stdJsonInput: standardJson,
          compilerVersion: bundledSolc().version,
          contractIdentifier: `${file}:${name}`,
        }),
      })
      const read = async () => (await (await fetch(`${url}/sourcify/v2/contract/31337/${address}`)).json()).match
      await expect.poll(read).toBe('exact_match')
    },
  }
}

export type DeployedSources = ReturnType<typeof deployedSources>
