import type { Hex } from '#lib/base/hex.ts'
import { parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EnsReader, NamesBlock } from './ens-reader.ts'

/** Names of a fixed list, as if they were read after the newest block: the demo ledger has no ENS contracts. */
export const createListedNames = (
  pool: Pick<NodePool, 'call'>,
  listed: readonly { address: Hex; name: string }[],
): EnsReader => {
  const byAddress = new Map(listed.map(({ address, name }) => [address, name]))
  const byName = new Map(listed.map(({ address, name }) => [name, address]))
  const newestBlock = async (signal?: AbortSignal): Promise<NamesBlock> => {
    const { number, timestamp } = parseHeader(await pool.call('eth_getBlockByNumber', ['latest', false], { signal }))
    return { number, timestamp }
  }
  return {
    primaryNames: async (addresses, signal) => {
      const named = addresses.map((address) => byAddress.get(address))
      return {
        block: await newestBlock(signal),
        names: named.map((name) => (name === undefined ? 'none' : { name, expiresAt: null })),
      }
    },
    addressOf: async (name, signal) => {
      const address = byName.get(name)
      return { block: await newestBlock(signal), found: address && { name, address, expiresAt: null } }
    },
  }
}
