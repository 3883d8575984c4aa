import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { contractListEndpoints } from '#lib/evm/contract/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { VerifiedContracts } from './contracts.tsx'
import { verifiedContractList } from './verified-list.tsx'

const pageSize = 50

/** The contracts of a chain that were verified here. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.verifiedContracts,
  kind: 'Verified contracts',
  params: chainParams,
  questions: ({ chain, part }) => ({
    contracts: callTo(contractListEndpoints.evmVerifiedContracts, { chain, ...part(pageSize) }),
  }),
  list: ['contracts'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Contracts on ${place} whose source code was verified here.`,
  }),
  body: ({ state, chain, questions, answers }) => (
    <>
      <ChainListTitle state={state} kind="Verified contracts" />
      <ListPanel
        title="Verified contracts"
        question={questions.contracts}
        answer={answers.contracts}
        list={verifiedContractList}
        List={VerifiedContracts}
        view={{ chain }}
        nothing={
          <EmptyState title="No verified contracts">
            No source code of a contract of this chain was verified on this server yet. Verify one on the Contract tab
            of its page, or with Foundry or Hardhat. Contracts that Sourcify verified are shown on their own pages.
          </EmptyState>
        }
      />
    </>
  ),
})
