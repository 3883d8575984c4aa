import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { servedChain } from '#components/evm/served-chains.ts'
import { TokenHeader } from '#components/evm/token-header.tsx'
import { tokenOf } from '#components/evm/token-of.ts'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; address: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { address } = await params
  return { title: `Token ${address}`, description: `The token contract ${address}: what it holds, and what moved.` }
}

export default async function TokenLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const collection = await tokenOf(evm.explorer, state, address)
  const path = explorerPath.token(state.chain, address)
  const isCoin = collection?.contract_type === 'ERC20'
  return (
    <>
      <TokenHeader state={state} address={address} collection={collection} />
      <OwnNote account={account} kind={isCoin ? 'token' : 'collection'} chain={state.chain} subject={address} />
      <TabBar
        label="Token"
        tabs={[
          { title: isCoin ? 'Transfers' : 'Items', href: path },
          ...(isCoin ? [] : [{ title: 'Owners', href: `${path}/owners` }]),
          { title: 'Contract account', href: explorerPath.address(state.chain, address) },
        ]}
      />
      {children}
    </>
  )
}
