import { encodeDeployData, type Hex, stringToHex } from 'viem'
import { z } from 'zod'
import { demoFeeds } from '#lib/demo/evm/price-feeds.ts'
import type { CompiledContract } from './compile.ts'
import type { DevNode } from './dev-node.ts'
import type { StagedContract } from './stage.ts'

const code = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))

/** Puts the price feeds where the ledger has had them from its first block on: no transaction created them. */
export const placeFeeds = async (node: DevNode, { abi, bytecode }: CompiledContract): Promise<StagedContract[]> => {
  for (const { feed, pair, answer } of demoFeeds) {
    const data = encodeDeployData({ abi, bytecode, args: [answer, stringToHex(pair, { size: 32 })] })
    await node.rpc('anvil_setCode', [feed, code.parse(await node.rpc('eth_call', [{ data }, 'latest']))])
  }
  return demoFeeds.map(({ feed }) => ({ name: 'HarborFeed', address: feed, abi }))
}
