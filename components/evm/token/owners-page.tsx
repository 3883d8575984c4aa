import { FaultState } from '#components/chain/fault-state.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { aboutToken } from './about-token.ts'
import { ownerList } from './owner-list.tsx'
import { ContractOwners } from './owner-pages.tsx'
import { OwnershipPanel } from './ownership-panel.tsx'
import { headQuestions } from './token-questions.ts'

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
  body: async ({ state, chain, questions, answers }) => {
    const [owners, ownership] = await Promise.all([answers.owners, answers.ownership])
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {ownership?.data && questions.ownership && (
          <OwnershipPanel chain={chain} ownership={ownership.data} call={questions.ownership} />
        )}
        <Panel
          title="Owners"
          aside={
            <>
              latest change first{' '}
              <ListTools title="Owners" call={questions.owners} hasFailed={owners.fault !== undefined} />
            </>
          }
        >
          {owners.fault ? (
            <FaultState {...owners.fault} />
          ) : (
            <ContractOwners input={questions.owners.input} first={firstPage(ownerList, owners.data)} view={{ chain }}>
              <NothingListed
                state={state}
                noun="owners"
                isFiltered={false}
                certain="This contract has no token owners."
              />
            </ContractOwners>
          )}
        </Panel>
      </div>
    )
  },
})
