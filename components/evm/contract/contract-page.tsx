import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTab } from '#components/evm/frames/wallet/about-tab.ts'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { Question } from '#lib/pages/question.ts'
import { ContractAbilities } from './contract-abilities.tsx'
import { ContractFacts } from './contract-facts.tsx'
import { ContractRoles } from './contract-roles.tsx'
import { CreationFact, CreationSkeleton } from './creation-fact.tsx'
import { UpgradeHistory, upgradesCall } from './upgrade-history.tsx'

const creationQuestion = (contract: { chain: string; address: string }) =>
  evmExplorerCall('evmContractCreation', contract)

/** What a contract is, who controls it, and what it allows them to do. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletContract,
  kind: 'Contract',
  of: 'Address',
  filters: [],
  place: addressPlace,
  questions: ({ state, chain, address }) => {
    const isOwn = state.source !== 'hosted'
    return {
      contract: isOwn ? evmExplorerCall('evmContract', { chain, address }) : undefined,
      ...frameQuestions(state, address),
    }
  },
  later: async ({ chain, address }, answers): Promise<readonly Question[]> => {
    const contract = (await answers.contract)?.data
    if (!contract?.is_contract) return []
    const upgrades = upgradesCall(chain, address, contract.proxy)
    return [creationQuestion({ chain, address }), ...(upgrades ? [{ ...upgrades, part: 'upgrades' }] : [])]
  },
  about: (page) => aboutTab('Contract', page),
  body: async ({ ask, chain, address, state, questions, answers }) => {
    const answer = await answers.contract
    if (!answer || !questions.contract)
      return <NoContract>Contracts on {state.title} are read from a node, and this server has none for it.</NoContract>
    const { data, fault } = answer
    if (fault)
      return (
        <Panel aria-label="Contract">
          <FaultState {...fault} />
        </Panel>
      )
    if (!data.is_contract) return <NoContract>This address has no code: it is not a contract.</NoContract>
    const creation = creationQuestion({ chain, address })
    const upgrades = upgradesCall(chain, address, data.proxy)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ContractFacts chain={chain} contract={data} call={questions.contract}>
          <Suspense fallback={<CreationSkeleton />}>
            <CreationFact chain={chain} answer={ask(creation)} call={creation} />
          </Suspense>
        </ContractFacts>
        <ContractAbilities abilities={data.abilities} />
        <ContractRoles chain={chain} contract={data} />
        {upgrades && (
          <Suspense>
            <UpgradeHistory ask={ask} chain={chain} address={address} call={upgrades} />
          </Suspense>
        )}
      </div>
    )
  },
})
