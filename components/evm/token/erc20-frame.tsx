import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'

/** ERC20 events of a whole chain, filtered by tokens and wallets. */
export const Erc20Frame = defineFrame(chainParams, async ({ state, chain, children }) => {
  const { title } = state
  return (
    <>
      <PageTitle tools={<PageToolsButton />} kind="Tokens" aside={<IndexMark state={state} />}>
        ERC20 <Badge>{title}</Badge>
      </PageTitle>
      <TabBar
        label="ERC20"
        tabs={[
          ...(state.source === 'hosted' ? [] : [{ title: 'Tokens', href: evmPaths.tokens({ chain }) }]),
          { title: 'Transfers', href: evmPaths.erc20Transfers({ chain }) },
          { title: 'Burns', href: evmTabPaths.erc20Burns({ chain }) },
          { title: 'Approvals', href: evmTabPaths.erc20Approvals({ chain }) },
        ]}
      />
      {children}
    </>
  )
})
