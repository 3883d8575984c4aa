import { Suspense } from 'react'
import { aboutTab } from '#components/evm/frames/wallet/about-tab.ts'
import { OverviewSkeleton } from '#components/evm/frames/wallet/overview-panel.tsx'
import { frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { erc20Input, walletErc20Names } from '#components/evm/parts/transfers/erc20-filters.ts'
import { Erc20Panel } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { eventsSize, OpenApprovals, openPageSize } from './open-approvals-panel.tsx'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletApprovals,
  kind: 'Approvals',
  of: 'Address',
  filters: walletErc20Names,
  place: addressPlace,
  questions: (page) => {
    const only = { wallet_addresses: [page.address] }
    return {
      events: evmCall('erc20Approvals', erc20Input(page, only)),
      live:
        page.state.source === 'hosted'
          ? undefined
          : evmExplorerCall('evmApprovals', { chain: page.chain, address: page.address, limit: openPageSize }),
      // The filters only apply to the list: an approval outside of them can still be used.
      open: {
        ...evmCall('erc20Approvals', { chain: page.chain, limit: eventsSize, ...only }),
        part: Object.keys(page.filters).length > 0 ? 'unfiltered' : undefined,
      },
      ...frameQuestions(page.state, page.address),
    }
  },
  list: ['events'],
  about: (page) => aboutTab('Approvals', page),
  body: (page) => {
    const { address, questions, answers } = page
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<OverviewSkeleton title="Open approvals" />}>
          <OpenApprovals page={page} />
        </Suspense>
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
