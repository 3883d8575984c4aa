import { setTimeout } from 'node:timers/promises'
import type { Hex } from '#lib/base/hex.ts'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { counterSource } from '#tests/evm/verification/counter.ts'
import {
  type ContractName,
  compileAll,
  type Deployed,
  deployAll,
  file,
  inputWith,
  settingsByName,
} from '#tests/evm/verification/deployments.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { exampleChainId } from './client-configurations.ts'

/** A devnet with deployed contracts, of which none is verified yet, and a server that has indexed it. */
export type ClientDevnet = {
  anvil: Anvil
  server: RunningApiServer
  addressOf(name: ContractName): Hex
  deployed: ReadonlyMap<ContractName, Deployed>
  /** Verifies a contract as build tools do, also one of other sources. */
  verify(name: ContractName, other?: { address: string; text: string }): Promise<void>
  /** Deploys another contract, with an argument of its constructor. */
  deployCounter(): Promise<DeployedCounter>
  /** An action of the devnet's own door, `/local/api`. */
  ask(parameters: Record<string, string>): Promise<{ status: string; message: string; result: unknown }>
  stop(): Promise<void>
}

type DeployedCounter = { name: 'Counter'; text: string; address: Hex; code: string; argument: string; created: string }

export const devnetSettings = settingsByName.optimised

type Options = { chain?: { id: number; name: string }; environment?: Record<string, string> }

export const startClientDevnet = async ({
  chain = { id: exampleChainId, name: 'local' },
  environment,
}: Options = {}): Promise<ClientDevnet> => {
  const anvil = await startAnvil(['--chain-id', String(chain.id)])
  const deployed = await deployAll(anvil, devnetSettings)
  const server = await startApiServer({
    [`NODE_URL_${chain.name.toUpperCase()}`]: anvil.url,
    SOURCIFY_URL: '',
    RATE_LIMIT_ANONYMOUS: '100000',
    ...environment,
  })
  const contractOf = (name: ContractName): Deployed => {
    const contract = deployed.get(name)
    if (!contract) throw new Error(`${name} is not deployed`)
    return contract
  }
  const door = `${server.url}/${chain.name}/api`
  const ask: ClientDevnet['ask'] = async (parameters) => {
    const response = await fetch(`${door}?${new URLSearchParams({ apikey: apiKey, ...parameters })}`)
    return await response.json()
  }
  return {
    ...{ anvil, server, deployed, ask },
    addressOf: (name) => contractOf(name).address,
    verify: async (name, other) => {
      const body = new URLSearchParams({
        ...{ module: 'contract', action: 'verifysourcecode', codeformat: 'solidity-standard-json-input' },
        sourceCode: JSON.stringify(
          other ? inputWith(devnetSettings, other.text) : inputOf(name, contractOf('Sums').address),
        ),
        contractaddress: other?.address ?? contractOf(name).address,
        contractname: `${file}:${name}`,
        compilerversion: bundledSolc().version,
      })
      const { result: guid } = await (await fetch(door, { method: 'POST', body })).json()
      await untilVerified(async () => (await ask({ module: 'contract', action: 'checkverifystatus', guid })).result)
    },
    deployCounter: () => deployCounter(anvil),
    stop: async () => {
      await server.stop()
      await anvil.stop()
    },
  }
}

const deployCounter = async (anvil: Anvil): Promise<DeployedCounter> => {
  const [from] = (await anvil.rpc('eth_accounts')) as string[]
  const code = `0x${compileAll(devnetSettings, counterSource).get('Counter')?.evm.bytecode.object}`
  const argument = '7'.padStart(64, '0')
  const created = code + argument
  const receipt = await anvil.rpc('eth_sendTransactionSync', [{ from, data: created }])
  const { contractAddress: address } = receipt as { contractAddress: Hex }
  return { name: 'Counter', text: counterSource, address, code, argument, created }
}

/** Standard JSON input of a contract; `Basket` is linked. */
export const inputOf = (name: ContractName, sums: string) =>
  inputWith({ ...devnetSettings, ...(name === 'Basket' && { libraries: { [file]: { Sums: sums } } }) })

/** Asks for the state of a verification until it has passed, as clients do. */
export const untilVerified = async (stateOf: () => Promise<unknown>): Promise<void> => {
  let state = await stateOf()
  for (; state === 'Pending in queue'; state = await stateOf()) await setTimeout(100)
  if (state !== 'Pass - Verified') throw new Error(`The verification ended with ${state}`)
}
