import { notFound } from 'next/navigation'
import { Erc20List } from '#components/evm/erc20-list.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { Erc20Approvals } from '#components/evm/transfer-pages.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function WalletErc20ApprovalsPage({ params, searchParams }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  return (
    <Erc20List
      state={state}
      path={`${explorerPath.address(state.chain, address)}/approvals`}
      query={await searchParams}
      title="ERC20 approvals"
      certain="This wallet has allowed nobody to spend its tokens, and nobody has allowed it."
      wallet={address}
      askFor={(input) => evm.client.erc20Approvals(input)}
      List={Erc20Approvals}
    />
  )
}
