import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20BurnList } from '#components/evm/transfer-lists.ts'
import { Erc20Burns } from '#components/evm/transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

export const metadata = { title: 'ERC20 burns' }

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> }

export default async function Erc20BurnsPage({ params, searchParams }: Props) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, (await params).chain)
  return (
    <Erc20List
      state={state}
      path={explorerPath.erc20(state.chain, 'burns')}
      query={await searchParams}
      title="ERC20 burns"
      certain="There are no ERC20 burns on this chain."
      endpoint="erc20Burns"
      list={erc20BurnList}
      askFor={(input) => evm.client.erc20Burns(input)}
      List={Erc20Burns}
    />
  )
}
