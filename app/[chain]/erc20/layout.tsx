import type { ReactNode } from 'react'
import { ChainCoverage } from '#components/evm/chain-coverage.tsx'
import { IndexMark } from '#components/evm/index-mark.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

/** ERC20 events of a whole chain, narrowed by tokens and wallets. */
export default async function Erc20Layout({
  params,
  children,
}: {
  params: Promise<{ chain: string }>
  children: ReactNode
}) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, (await params).chain)
  const { chain, title } = state
  return (
    <>
      <PageTitle tools={<PageToolsButton />} kind="Tokens" aside={<IndexMark state={state} />}>
        ERC20 activity <Badge>{title}</Badge>
      </PageTitle>
      <ChainCoverage state={state} />
      <TabBar
        label="ERC20 activity"
        tabs={[
          { title: 'Transfers', href: explorerPath.erc20(chain, 'transfers') },
          { title: 'Burns', href: explorerPath.erc20(chain, 'burns') },
          { title: 'Approvals', href: explorerPath.erc20(chain, 'approvals') },
        ]}
      />
      {children}
    </>
  )
}
