import { traitClient } from '#components/nft/traits/trait-client.ts'

export const openEvmTraits = (chain: string, address: string) =>
  traitClient(() => new Worker(new URL('./trait-worker.ts', import.meta.url), { type: 'module' }), { chain, address })
