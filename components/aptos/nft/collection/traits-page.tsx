import { notThere } from '#components/aptos/parts/not-there.tsx'
import { laterObjectQuestion } from '#components/aptos/parts/object-question.ts'
import { idParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { chosenTraits } from '#components/nft/traits/chosen-traits.ts'
import { gatherTraits, traitCoverage, traitRows } from '#components/nft/traits/counted-traits.ts'
import { RarityNote } from '#components/nft/traits/rarity-note.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo, gathered } from '#lib/pages/question.ts'
import { aboutCollection, CollectionFrame, collectionQuestions } from './collection-frame.tsx'
import { AptosTraits } from './traits/aptos-traits.tsx'
import { countedToken } from './traits/counted-token.ts'

const pageSize = 100

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.collectionTraits,
  kind: 'Traits',
  of: 'Aptos collection',
  params: idParams('collection'),
  NotFound: notThere('collection'),
  questions: ({ id, network }) => ({
    ...collectionQuestions(id, network),
    // The page shows them while the browser reads the list and counts.
    attributes: gathered(
      callTo(aptosNftExplorerApi.aptosCollectionAttributes, { collection_data_id_hash: id, network, limit: pageSize }),
      gatherTraits(countedToken),
    ),
  }),
  later: async (page, answers) => laterObjectQuestion(page, await answers.collection),
  rows: async (_, answers) => {
    const { data } = await answers.attributes
    if (data === undefined) throw new ServiceError('not_found', 'There is no such collection.')
    return traitRows('aptosCollectionAttributes', data)
  },
  aboutData: async (_, answers, base) => {
    const { data } = await answers.attributes
    if (data === undefined) return base
    const counts = [
      ['Traits', groupedNumber(data.traits.length)],
      ['Coverage', traitCoverage(data)],
    ] as const
    return { ...base, facts: [...(base.facts ?? []), ...counts] }
  },
  about: (page, answers) => aboutCollection(page, answers),
  Frame: CollectionFrame,
  body: ({ id, network, status, query: { trait = [], sort } }) => (
    <Panel title="Traits">
      <AptosTraits
        key={id}
        id={id}
        network={network}
        source={status?.source === 'demo' ? 'the demo ledger' : 'the index of this server'}
        initial={{ chosen: chosenTraits([trait].flat()), sort: sort === 'id' ? 'id' : 'rarity' }}
      />
      <RarityNote />
    </Panel>
  ),
})
