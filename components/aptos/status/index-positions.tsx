import { hasEveryVersion } from '#components/aptos/parts/index-coverage.ts'
import { CoverageText } from '#components/aptos/parts/indexed-versions.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

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

const columns = [
  'Network',
  'Id',
  'Oldest on node',
  'Newest version',
  'Indexed from',
  'Indexed to',
  'Missing',
  'A second',
  'Checked',
]
const number = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '–' : groupedNumber(value)

/** Positions of each network's NFT index. */
export const AptosPositions = ({ networks }: { networks: readonly AptosStatus[] }) => (
  <WideTable
    label="Positions of Aptos networks"
    titles={columns}
    rows={networks.map(({ network, source, chain_id, oldest_ledger_version, ledger_version, index }) => [
      source === 'demo' ? 'demo ledger' : network,
      <span key="id" className="font-mono">
        {chain_id ?? '–'}
      </span>,
      number(oldest_ledger_version),
      number(ledger_version),
      number(index?.first_version),
      number(index?.last_version),
      number(index?.gaps),
      number(index?.versions_per_second),
      index?.checked_at ? <Timestamp key="checked" iso={index.checked_at} /> : '–',
    ])}
  />
)
