import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeDeployData, type Hex } from 'viem'
import * as z from 'zod'
import { type CompilerContract, compilerContract } from '#lib/evm/verification/compile-contract.ts'
import { type StandardJson, standardJson } from '#lib/evm/verification/standard-json.ts'
import type { Anvil } from '#tests/support/anvil.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

export const file = 'src/contracts.sol'
export const content = readFileSync(join(import.meta.dirname, 'sources/contracts.sol'), 'utf8')

/** The compiler settings that change how code is compared. */
export const settingsByName = {
  plain: { optimizer: { enabled: false } },
  optimised: { optimizer: { enabled: true, runs: 200 } },
  'via IR': { optimizer: { enabled: true, runs: 1_000 }, viaIR: true },
  'without metadata hash': { optimizer: { enabled: true }, metadata: { bytecodeHash: 'none' } },
  'without metadata': { optimizer: { enabled: true }, metadata: { appendCBOR: false, bytecodeHash: 'none' } },
} as const
export type SettingsName = keyof typeof settingsByName

export const contractNames = ['Counter', 'Vault', 'Sums', 'Basket', 'Proxy', 'Factory'] as const
export type ContractName = (typeof contractNames)[number]

export const inputWith = (settings: object, text = content): StandardJson =>
  standardJson.parse({ language: 'Solidity', sources: { [file]: { content: text } }, settings })

const output = z.object({ contracts: z.record(z.string(), z.record(z.string(), compilerContract)) })

/** Compiles every contract at once, as build tools do. */
export const compileAll = (settings: object, text = content): Map<string, CompilerContract> => {
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: text } },
    settings: { ...settings, outputSelection: { '*': { '*': ['*'] } } },
  }
  const { contracts } = output.parse(solcOutput(input))
  return new Map(Object.entries(contracts[file] ?? {}))
}

export type Deployed = { address: Hex; hash: Hex; runtime: Hex; input: Hex }

const constructorArguments: Partial<Record<ContractName, (sums: Hex) => readonly unknown[]>> = {
  Vault: () => ['0x00000000000000000000000000000000000000aa', 250n, 'a label of more than thirty-two characters'],
  Proxy: (other) => [other, '0x'],
}

const hex = z.templateLiteral(['0x', z.string()])
const receipt = z.object({ contractAddress: hex, transactionHash: hex })

/** Deploys the contracts; `Basket` is linked with the deployed library. */
export const deployAll = async (
  anvil: Anvil,
  settings: object,
  text = content,
): Promise<Map<ContractName, Deployed>> => {
  const contracts = compileAll(settings, text)
  const [from] = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  const deployed = new Map<ContractName, Deployed>()
  for (const name of contractNames) {
    const contract = contracts.get(name)
    if (!contract) throw new Error(`${name} was not compiled`)
    const library = deployed.get('Sums')?.address ?? '0x'
    let code = contract.evm.bytecode.object
    for (const { start, length } of Object.values(contract.evm.bytecode.linkReferences).flatMap((of) =>
      Object.values(of).flat(),
    ))
      code = code.slice(0, 2 * start) + library.slice(2) + code.slice(2 * (start + length))
    const args = constructorArguments[name]?.(library) ?? []
    const data = encodeDeployData({ abi: contract.abi as Abi, bytecode: `0x${code}`, args })
    const sent = await anvil.rpc('eth_sendTransactionSync', [{ from, data, gas: '0x4c4b40' }])
    const { contractAddress: address, transactionHash: hash } = receipt.parse(sent)
    const runtime = hex.parse(await anvil.rpc('eth_getCode', [address, 'latest']))
    deployed.set(name, { address, hash, runtime, input: data })
  }
  return deployed
}
