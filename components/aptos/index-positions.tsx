import { Timestamp } from '#components/chain/timestamp.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const columns = [
  'Network',
  'Id',
  'Node keeps from',
  'Newest version',
  'Indexed from',
  'Indexed to',
  'Missing',
  'A second',
  'Checked',
]
const number = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '–' : groupedNumber(value)

/** Where the NFT index of each network stands, in numbers. */
export const AptosPositions = ({ networks }: { networks: readonly AptosStatus[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section aria-label="Positions of Aptos networks" tabIndex={0} className="overflow-x-auto">
    <table className="w-full whitespace-nowrap text-left text-sm">
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          {columns.map((column) => (
            <th key={column} className="px-4 py-2 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {networks.map(({ network, source, chain_id, oldest_ledger_version, ledger_version, index }) => (
          <tr key={network} className="border-line border-b last:border-b-0">
            <td className="px-4 py-2">{source === 'demo' ? 'demo ledger' : network}</td>
            <td className="px-4 py-2 font-mono">{chain_id ?? '–'}</td>
            <td className="px-4 py-2">{number(oldest_ledger_version)}</td>
            <td className="px-4 py-2">{number(ledger_version)}</td>
            <td className="px-4 py-2">{number(index?.first_version)}</td>
            <td className="px-4 py-2">{number(index?.last_version)}</td>
            <td className="px-4 py-2">{number(index?.gaps)}</td>
            <td className="px-4 py-2">{number(index?.versions_per_second)}</td>
            <td className="px-4 py-2">{index?.checked_at ? <Timestamp iso={index.checked_at} /> : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
