import { notFound } from 'next/navigation'
import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { erc20TransferList } from '#components/evm/transfer-lists.ts'
import { WalletErc20Transfers } from '#components/evm/wallet-transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'ERC20 transfers' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function WalletErc20TransfersPage({ params, searchParams }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  return (
    <Erc20List
      state={state}
      path={`${explorerPath.address(state.chain, address)}/erc20`}
      query={await searchParams}
      title="ERC20 transfers"
      certain="This wallet has no ERC20 transfers."
      wallet={address}
      endpoint="erc20Transfers"
      list={erc20TransferList}
      askFor={(input) => evm.client.erc20Transfers(input)}
      List={WalletErc20Transfers}
    />
  )
}
