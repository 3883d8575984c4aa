import { aboutToken } from '#components/evm/frames/token/about-token.ts'
import { headQuestions } from '#components/evm/frames/token/token-questions.ts'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { ownerList } from './owner-list.tsx'
import { ContractOwners } from './owner-pages.tsx'
import { OwnershipPanel } from './ownership-panel.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenOwners,
  kind: 'Owners',
  of: 'Token',
  place: addressPlace,
  questions: ({ state, chain, address, part }) => ({
    owners: {
      ...evmCall('contractNftOwners', { chain, address, normalizeMetadata: true, ...part(pageSize) }),
      brief: true,
    },
    ownership: state.source === 'hosted' ? undefined : evmExplorerCall('evmCollectionOwnership', { chain, address }),
    ...headQuestions(state, address),
  }),
  list: ['owners'],
  about: (page, answers) => aboutToken(page, answers),
  body: async (page) => {
    const { chain, questions, answers } = page
    const ownership = await answers.ownership
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {ownership?.data && questions.ownership && (
          <OwnershipPanel chain={chain} ownership={ownership.data} call={questions.ownership} />
        )}
        <EvmListPanel
          page={page}
          title="Owners"
          noun="owners"
          certain="This contract has no token owners."
          hasHeading
          aside={() => 'latest change first'}
          question={questions.owners}
          answer={answers.owners}
          list={ownerList}
          List={ContractOwners}
          view={{ chain }}
        />
      </div>
    )
  },
})
