import { aboutToken } from '#components/evm/frames/token/about-token.ts'
import { hostedTokenOf } from '#components/evm/frames/token/hosted-token.ts'
import { headQuestions } from '#components/evm/frames/token/token-questions.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { counted } from '#lib/format/amount.ts'
import { HolderFigures } from './holder-figures.tsx'
import { holderList } from './holder-list.tsx'
import { TokenHolders } from './holder-pages.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenHolders,
  kind: 'Holders',
  of: 'Token',
  place: addressPlace,
  questions: ({ state, chain, address, part }) => ({
    holders: evmExplorerCall('evmTokenHolders', { chain, address, ...part(pageSize) }),
    token: state.source === 'hosted' ? undefined : evmExplorerCall('evmToken', { chain, address }),
    ...headQuestions(state, address),
  }),
  list: ['holders'],
  about: async (page, answers) => {
    const [about, token] = await Promise.all([aboutToken(page, answers), answers.token])
    const holders = token?.data?.holders
    return holders == null ? about : { ...about, summary: `${about.title} has ${counted(holders, 'holder')}.` }
  },
  // NFT collections list their owners.
  redirectTo: async ({ chain, address }, answers) => {
    const collection = (await answers.collection)?.data
    if (collection?.contract_type === 'ERC721' || collection?.contract_type === 'ERC1155')
      return evmTabPaths.tokenOwners({ chain, address })
    return undefined
  },
  body: async (page) => {
    const { ask, state, chain, address, questions, answers } = page
    const [token, hosted, holders] = await Promise.all([
      answers.token,
      hostedTokenOf(ask, state, address),
      answers.holders,
    ])
    const { decimals = null, symbol = null } = token?.data ?? hosted ?? {}
    const status = holders.data?.status
    if (status === 'INCOMPLETE')
      return (
        <Panel aria-label="Holders">
          <NotIndexedState title="Holders are counted from all transfers of a token">
            Older transfers of this token are not indexed, so balances cannot be counted. The head of this page says
            what is indexed, and what indexing its full history takes; then its holders are listed here.
          </NotIndexedState>
        </Panel>
      )
    if (status === 'COUNTING')
      return (
        <Panel aria-label="Holders">
          <NotIndexedState title="Balances are being counted">
            All transfers of this token are indexed. Reload this page in a moment.
          </NotIndexedState>
        </Panel>
      )
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {token?.data && questions.token && <HolderFigures token={token.data} call={questions.token} />}
        <EvmListPanel
          page={page}
          title="Holders"
          noun="holders"
          certain="Nobody holds this token."
          isWhole
          hasHeading
          question={questions.holders}
          answer={answers.holders}
          list={holderList}
          List={TokenHolders}
          view={{ chain, decimals, symbol }}
        />
      </div>
    )
  },
})
