import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, labelhash, namehash } from 'viem'
import { z } from 'zod'
import { mainnetEns } from '#lib/evm/ens/ens-contracts.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

type Registration = {
  /** What the name resolves to; nothing where it is left out. */
  address?: Hex
  /** Unix seconds, without the grace period. */
  expiry?: number
  /** Instead of the ordinary resolver. */
  resolver?: Hex
}

export type EnsChain = {
  anvil: Anvil
  /** Registers a `.eth` name or a subname. */
  register(name: string, registration: Registration): Promise<void>
  /** Sets what an address claims as its name. */
  claim(address: Hex, name: string, resolver?: Hex): Promise<void>
  /** Wraps a subname that its parent cannot take away. */
  wrap(name: string, owner: Hex, expiry: number): Promise<void>
  deploy(name: 'GatewayResolver' | 'BurningResolver' | 'LongResolver', args?: readonly unknown[]): Promise<Hex>
  stop(): Promise<void>
}

const hex = z.string().transform((text): Hex => `0x${text.slice(2)}`)
const shared: Hex = '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63'

/** A real node with chain id 1 that has ENS where it is on mainnet. */
export const startEnsChain = async (): Promise<EnsChain> => {
  const find = compileSolidity(join(import.meta.dirname, 'contracts'))
  const anvil = await startAnvil(['--chain-id', '1', '--no-mining'])
  const [from] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))

  const deploy = async (name: string, args: readonly unknown[] = []): Promise<Hex> => {
    const { abi, code } = find('Ens.sol', name)
    const data = encodeDeployData({ abi, bytecode: code, args: [...args] })
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, data, gas: '0x1000000' }])
    await anvil.rpc('evm_mine')
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
    return z.object({ contractAddress: hex }).parse(receipt).contractAddress
  }
  const place = async (address: Hex, name: string, args: readonly unknown[] = []): Promise<Abi> => {
    await anvil.rpc('anvil_setCode', [address, await anvil.rpc('eth_getCode', [await deploy(name, args), 'latest'])])
    return find('Ens.sol', name).abi
  }
  const abis = {
    registry: await place(mainnetEns.registry, 'Registry'),
    registrar: await place(mainnetEns.registrar, 'Registrar'),
    nameWrapper: await place(mainnetEns.nameWrapper, 'NameWrapper'),
    resolver: await place(shared, 'Resolver'),
  }
  await place(mainnetEns.universalResolver, 'UniversalResolver', [mainnetEns.registry])

  const send = async (to: Hex, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> => {
    const data = encodeFunctionData({ abi, functionName, args: [...args] })
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, to, data, gas: '0x200000' }])
    await anvil.rpc('evm_mine')
    z.object({ status: z.literal('0x1') }).parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
  }

  return {
    anvil,
    register: async (name, { address, expiry, resolver = shared }) => {
      const node = namehash(name)
      await send(mainnetEns.registry, abis.registry, 'set', [node, from, resolver])
      if (address) await send(shared, abis.resolver, 'setAddr', [node, address])
      const label = name.split('.').at(-2) ?? ''
      if (expiry)
        await send(mainnetEns.registrar, abis.registrar, 'setExpiry', [BigInt(labelhash(label)), BigInt(expiry)])
    },
    claim: async (address, name, resolver = shared) => {
      const node = namehash(`${address.slice(2)}.addr.reverse`)
      await send(mainnetEns.registry, abis.registry, 'set', [node, from, resolver])
      await send(shared, abis.resolver, 'setName', [node, name])
    },
    wrap: async (name, owner, expiry) => {
      const node = namehash(name)
      await send(mainnetEns.registry, abis.registry, 'set', [node, mainnetEns.nameWrapper, shared])
      await send(mainnetEns.nameWrapper, abis.nameWrapper, 'wrap', [BigInt(node), owner, BigInt(expiry)])
    },
    deploy,
    stop: () => anvil.stop(),
  }
}
