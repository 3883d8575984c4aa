import { aboutToken, headQuestions } from '#components/evm/frames/token/about-token.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { server } from '#components/kit/server.ts'
import { chosenTraits } from '#components/nft/traits/chosen-traits.ts'
import { gatherTraits, traitCoverage, traitRows } from '#components/nft/traits/counted-traits.ts'
import { RarityNote } from '#components/nft/traits/rarity-note.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageAbout } from '#lib/pages/page-content.ts'
import { callTo, gathered } from '#lib/pages/question.ts'
import { countedNft } from './traits/counted-nft.ts'
import { EvmTraits } from './traits/evm-traits.tsx'

const pageSize = 100

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenTraits,
  kind: 'Traits',
  of: 'Token',
  params: addressParams,
  questions: ({ state, chain, address }) => ({
    ...headQuestions(state, address),
    // The page shows them while the browser reads the list and counts.
    nfts: gathered(
      callTo(nftEndpoints.contractNfts, {
        ...{ chain, address, normalizeMetadata: true, media_items: false, disable_total: false, limit: pageSize },
      }),
      gatherTraits(countedNft),
    ),
  }),
  rows: async (_, answers) => {
    const { data } = await answers.nfts
    if (data === undefined) throw new ServiceError('not_found', 'There is no such collection.')
    return traitRows('contractNfts', data)
  },
  aboutData: async (_, answers, base) => {
    const { data } = await answers.nfts
    const isCoin = (await answers.collection)?.data?.contract_type === 'ERC20'
    if (data === undefined || isCoin) return base
    const counts: PageAbout['facts'] = [
      ['Traits', groupedNumber(data.traits.length)],
      ['Coverage', traitCoverage(data)],
    ]
    return { ...base, facts: [...(base.facts ?? []), ...counts] }
  },
  about: (page, answers) => aboutToken(page, answers),
  body: async ({ state, chain, address, query: { trait = [], sort }, answers }) => {
    const [collection, { demo }] = await Promise.all([answers.collection, server()])
    const own = demo ? 'the demo ledger' : 'the index of this server'
    return (
      <Panel title="Traits">
        {collection?.data?.contract_type === 'ERC20' ? (
          <EmptyState title="ERC20 tokens have no traits">All units of an ERC20 token are the same.</EmptyState>
        ) : (
          <EvmTraits
            key={address}
            chain={chain}
            address={address}
            source={state.source === 'hosted' ? 'the hosted service' : own}
            initial={{ chosen: chosenTraits([trait].flat()), sort: sort === 'id' ? 'id' : 'rarity' }}
          />
        )}
        <RarityNote />
      </Panel>
    )
  },
})
