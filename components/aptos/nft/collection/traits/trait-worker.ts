import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { runTraitWorker } from '#components/nft/traits/run-trait-worker.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { countedToken } from './counted-token.ts'

const from = queriesOf<AptosExplorerApi>(aptosExplorerRoot, { origin: self.location.origin })
const attributes = from('/aptos/collections/:collection_data_id_hash/attributes').call
const collection = from('/aptos/collections/:collection_data_id_hash').call
const pageSize = 100

runTraitWorker(async (place: { collection_data_id_hash: string; network: AptosNetwork }, cursor) => {
  const [page, summary] = await Promise.all([
    attributes({ ...place, limit: pageSize, cursor }),
    cursor === undefined ? collection(place) : undefined,
  ])
  return { ...page, result: page.result.map(countedToken), total: summary?.token_count ?? null }
}, 'listed')
