import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { accountTokenList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { AccountTokens } from '#components/aptos/parts/lists/holding-pages.tsx'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { shortText } from '#components/kit/said.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { AccountFrame } from './account-frame.tsx'
import { accountQuestions } from './account-questions.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.accountNfts,
  kind: 'NFTs',
  of: 'Aptos account',
  filters: ['network'],
  place: accountPlace,
  questions: ({ address, network, part }) => ({
    ...accountQuestions(address, network),
    list: aptosExplorerCall('aptosAccountTokens', { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `NFTs held by the Aptos account ${shortText(address)}.`,
    facts: [],
  }),
  body: async ({ ask, address, network, status, questions, answers }) => {
    const { data, fault } = await answers.list
    return (
      <AccountFrame ask={ask} address={address} network={network} status={status}>
        <Panel
          title="NFTs held"
          aside={<ListTools title="NFTs held" call={questions.list} hasFailed={fault !== undefined} />}
        >
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <AccountTokens input={questions.list.input} first={firstPage(accountTokenList, data)} view={{ network }}>
              <NothingIndexed status={status} noun="NFTs" certain="This account holds no NFTs." />
            </AccountTokens>
          )}
        </Panel>
      </AccountFrame>
    )
  },
})
