import { runTraitWorker } from '#components/nft/traits/run-trait-worker.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import { countedNft } from './counted-nft.ts'

const { call } = queriesOf<EvmApi>(evmRoot, { origin: self.location.origin })('/api/v2/nft/:address')
const pageSize = 100

runTraitWorker(async ({ chain, address }: { chain: string; address: string }, cursor) => {
  const input = { chain, address, normalizeMetadata: true, media_items: false, limit: pageSize }
  // A total is expensive for the server: it is requested only once.
  const page = await call({ ...input, cursor, disable_total: cursor !== undefined })
  return { ...page, result: page.result.map(countedNft) }
}, 'number')
