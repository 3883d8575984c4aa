import { notFound } from 'next/navigation'
import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20BurnList } from '#components/evm/transfer-lists.ts'
import { Erc20Burns } from '#components/evm/transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Burns' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function WalletBurnsPage({ params, searchParams }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  return (
    <Erc20List
      state={state}
      path={`${explorerPath.address(state.chain, address)}/burns`}
      query={await searchParams}
      title="ERC20 burns"
      certain="This wallet has not burned any ERC20 tokens."
      wallet={address}
      endpoint="erc20Burns"
      list={erc20BurnList}
      askFor={(input) => evm.client.erc20Burns(input)}
      List={Erc20Burns}
    />
  )
}
