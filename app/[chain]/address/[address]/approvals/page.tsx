import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { AllowanceList } from '#components/evm/approvals/allowance-list.tsx'
import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20ApprovalList } from '#components/evm/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/transfer-pages.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Approvals' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

/** Events that the fold begins with. */
const pageSize = 50

export default async function WalletErc20ApprovalsPage({ params, searchParams }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  // The filters are of the list below: an approval outside of them is as good as one inside.
  const input = { chain, wallet_addresses: [address], limit: pageSize }
  const { data, fault } = await ask(evm.client.erc20Approvals(input))
  const hasAny = fault || data.result.length > 0
  const first = data && firstPage(erc20ApprovalList, data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {hasAny && (
        <Panel
          title="Open approvals"
          aside={<SourceLink title="Open approvals" call={evmCall('erc20Approvals', input)} />}
        >
          {fault && <FaultState {...fault} />}
          {first && (
            <AllowanceList
              key={address}
              chain={chain}
              wallet={address}
              pageSize={pageSize}
              first={first}
              isPartial={state.index_complete === false}
            />
          )}
        </Panel>
      )}
      <Erc20List
        state={state}
        path={`${explorerPath.address(chain, address)}/approvals`}
        query={await searchParams}
        title="ERC20 approvals"
        certain="This wallet has no approvals."
        wallet={address}
        endpoint="erc20Approvals"
        list={erc20ApprovalList}
        askFor={(input) => evm.client.erc20Approvals(input)}
        unfiltered={first}
        List={Erc20Approvals}
      />
    </div>
  )
}
