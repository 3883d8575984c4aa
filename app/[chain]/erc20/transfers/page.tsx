import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20TransferList } from '#components/evm/transfer-lists.ts'
import { Erc20Transfers } from '#components/evm/transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

export const metadata = { title: 'ERC20 transfers' }

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> }

export default async function Erc20TransfersPage({ params, searchParams }: Props) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, (await params).chain)
  return (
    <Erc20List
      state={state}
      path={explorerPath.erc20(state.chain, 'transfers')}
      query={await searchParams}
      title="ERC20 transfers"
      certain="There are no ERC20 transfers on this chain."
      endpoint="erc20Transfers"
      list={erc20TransferList}
      askFor={(input) => evm.client.erc20Transfers(input)}
      List={Erc20Transfers}
    />
  )
}
