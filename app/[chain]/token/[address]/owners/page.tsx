import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { ownerList } from '#components/evm/owner-list.tsx'
import { ContractOwners } from '#components/evm/owner-pages.tsx'
import { OwnershipPanel } from '#components/evm/ownership-panel.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall, evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Owners' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function OwnersPage({ params }: { params: Promise<{ chain: string; address: string }> }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const input = { chain: state.chain, address, normalizeMetadata: true, limit: pageSize }
  const { chain } = state
  const [owners, ownership] = await Promise.all([
    ask(evm.client.contractNftOwners(input, { brief: true })),
    state.source === 'hosted' ? { data: undefined } : ask(evm.explorer.evmCollectionOwnership({ chain, address })),
  ])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {ownership.data && (
        <OwnershipPanel
          chain={chain}
          ownership={ownership.data}
          call={evmExplorerCall('evmCollectionOwnership', { chain, address })}
        />
      )}
      <Panel
        title="Owners"
        aside={
          <>
            latest change first {!owners.fault && <ExportButton list={evmExport('contractNftOwners', input)} />}
            <SourceLink title="Owners" call={evmCall('contractNftOwners', input)} />
          </>
        }
      >
        {owners.fault ? (
          <FaultState {...owners.fault} />
        ) : (
          <ContractOwners input={input} first={firstPage(ownerList, owners.data)} view={{ chain }}>
            <NothingListed
              state={state}
              noun="owners"
              isFiltered={false}
              certain="This contract has no token owners."
            />
          </ContractOwners>
        )}
      </Panel>
    </div>
  )
}
