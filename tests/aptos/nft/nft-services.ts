import { parseInput } from '#lib/api/parse-input.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

export const chainId = 1

/** Nothing listens there: the lists ask no node. */
const silentNode = createAptosNode({ baseUrls: ['http://127.0.0.1:9/v1'], clock: fastClock() })

export const nftOptions = (store: Store<AptosTables>) => ({
  store,
  cursors: createCursors(new Uint8Array(32)),
  chains: createIndexedChains(store.db, { mainnet: silentNode, testnet: silentNode }),
  now: () => 1_700_000_000_000,
})

export type ListName = 'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
export type Raw = Record<string, unknown>
export type Page = { cursor: string | null; hasNextPage: boolean; result: Record<string, unknown>[] }

/** The NFT lists over a store, called with parameters as written in a URL. */
export const asking = (store: Store<AptosTables>) => {
  const service = createAptosNftService(nftOptions(store)) as unknown as Record<
    ListName,
    (input: unknown) => Promise<Page>
  >
  return async (list: ListName, raw: Raw): Promise<Page> => {
    const page = await service[list](parseInput(aptosApi[list], { limit: 100, ...raw }))
    return aptosApi[list].output.parse(page) as unknown as Page
  }
}
