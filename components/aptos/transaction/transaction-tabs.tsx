import { NumberedTitle } from '#components/aptos/frames/numbered-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The title of a transaction's pages, with links to its neighbours in the same tab, and the tabs. */
export const TransactionTabs = ({
  version,
  network,
  status,
  tab,
}: {
  version: string
  network: AptosNetwork
  status: AptosStatus | undefined
  tab: 'transaction' | 'state'
}) => {
  const path = tab === 'state' ? aptosTabPaths.transactionState : aptosPaths.transaction
  const beside = (step: 1n | -1n): string =>
    aptosPath(path.fill({ version: (BigInt(version) + step).toString() }), network)
  return (
    <>
      <NumberedTitle
        kind="transaction"
        number={version}
        network={network}
        previous={version === '0' ? undefined : beside(-1n)}
        next={version === status?.ledger_version ? undefined : beside(1n)}
      />
      {/* The hosted service has no state. */}
      {status?.source !== 'hosted' && (
        <TabBar
          label="Transaction"
          tabs={[
            { title: 'Overview', href: aptosPath(aptosPaths.transaction({ version }), network) },
            { title: 'State changes', href: aptosPath(aptosTabPaths.transactionState({ version }), network) },
          ]}
        />
      )}
    </>
  )
}
