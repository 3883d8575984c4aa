import { FaultState } from '#components/chain/fault-state.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { erc20Input, walletErc20Names } from '#components/evm/parts/transfers/erc20-filters.ts'
import { Erc20Panel } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { AllowanceList } from '#components/evm/wallet/approvals/allowance-list.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { aboutTab } from './about-tab.ts'
import { frameQuestions } from './wallet-questions.ts'

/** Events that the open approvals are first computed from. */
const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletApprovals,
  kind: 'ERC20 approvals',
  of: 'Address',
  filters: walletErc20Names,
  place: addressPlace,
  questions: (page) => {
    const only = { wallet_addresses: [page.address] }
    return {
      events: evmCall('erc20Approvals', erc20Input(page, only)),
      // The filters only apply to the list: an approval outside of them can still be used.
      open: {
        ...evmCall('erc20Approvals', { chain: page.chain, limit: pageSize, ...only }),
        part: Object.keys(page.filters).length > 0 ? 'unfiltered' : undefined,
      },
      ...frameQuestions(page.state, page.address),
    }
  },
  list: ['events'],
  about: (page) => aboutTab('ERC20 approvals', page),
  body: async (page) => {
    const { state, chain, address, questions, answers } = page
    const { data, fault } = await answers.open
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {(fault || data.result.length > 0) && (
          <Panel title="Open approvals" aside={<SourceLink title="Open approvals" call={questions.open} />}>
            {fault ? (
              <FaultState {...fault} />
            ) : (
              <AllowanceList
                key={address}
                chain={chain}
                wallet={address}
                pageSize={pageSize}
                first={firstPage(erc20ApprovalList, data)}
                isPartial={state.index_complete === false}
              />
            )}
          </Panel>
        )}
        <Erc20Panel
          page={page}
          names={walletErc20Names}
          title="ERC20 approvals"
          certain="This address has no approvals."
          wallet={address}
          question={questions.events}
          answer={answers.events}
          list={erc20ApprovalList}
          List={Erc20Approvals}
        />
      </div>
    )
  },
})
