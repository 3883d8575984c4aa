import { hasEveryVersion } from '#components/aptos/parts/coverage/index-coverage.ts'
import { CoverageText } from '#components/aptos/parts/coverage/indexed-versions.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The coverage of a network's NFT index in one line, and why it has stopped, if it has. */
export const IndexStateRow = ({ status }: { status: AptosStatus }) => (
  <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0">
    <span className="font-medium">Index of NFTs</span>
    <span>
      <CoverageText status={status} />
    </span>
    {status.index?.coverage_note && !hasEveryVersion(status.index) && (
      <span className="text-muted">
        {status.index.coverage_note} The operator can index more with{' '}
        {status.network === 'testnet' ? 'APTOS_TESTNET_START_VERSION' : 'APTOS_START_VERSION'}.
      </span>
    )}
    {status.index?.refused_nodes
      ?.filter((sentence) => !status.index?.error?.includes(sentence))
      .map((sentence) => (
        <span key={sentence} className="wrap-anywhere text-bad">
          {sentence}
        </span>
      ))}
    {status.index?.error && <span className="wrap-anywhere text-bad">{status.index.error}</span>}
  </li>
)
