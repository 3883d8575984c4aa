import { Timestamp } from '#components/chain/timestamp.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

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
