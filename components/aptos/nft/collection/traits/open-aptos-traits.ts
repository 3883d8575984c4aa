import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { traitClient } from '#components/nft/traits/trait-client.ts'

export const openAptosTraits = (id: string, network: AptosNetwork) =>
  traitClient(() => new Worker(new URL('./trait-worker.ts', import.meta.url), { type: 'module' }), {
    collection_data_id_hash: id,
    network,
  })
