import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20ApprovalList } from '#components/evm/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

export const metadata = { title: 'ERC20 approvals' }

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> }

export default async function Erc20ApprovalsPage({ params, searchParams }: Props) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, (await params).chain)
  return (
    <Erc20List
      state={state}
      path={explorerPath.erc20(state.chain, 'approvals')}
      query={await searchParams}
      title="ERC20 approvals"
      certain="There are no ERC20 approvals on this chain."
      endpoint="erc20Approvals"
      list={erc20ApprovalList}
      askFor={(input) => evm.client.erc20Approvals(input)}
      List={Erc20Approvals}
    />
  )
}
