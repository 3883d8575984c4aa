import { ArrowRight } from 'lucide'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { AccountLink } from './account-link.tsx'
import { ActivityBadge } from './activity-badge.tsx'
import type { ActivityLine } from './activity-line.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'
import { None } from './row-cell.tsx'
import { CollectionLink, TokenLink } from './token-link.tsx'

/** As the class `transfer-grid` sets them, with the line below. */
export const activityRowHeights = { wide: 44, narrow: 104 } as const

const columns: readonly GridColumn[] = [
  { area: 'hash', title: 'Version' },
  { area: 'kind', title: 'Kind' },
  { area: 'age', title: 'Time' },
  { area: 'from', title: 'From' },
  { area: 'direction', title: 'Direction', hidden: true },
  { area: 'to', title: 'To' },
  { area: 'amount', title: 'Amount', end: true },
  { area: 'token', title: 'Token' },
]

export const ActivityHeader = () => <GridHeader columns={columns} />

type ActivityCellsProps = {
  line: ActivityLine
  network: AptosNetwork
  /** Whose page this is. */
  wallet?: string
  /** The page is the collection's own: its name is not said again. */
  isInCollection?: boolean
}

/** The cells of one activity: the same row whatever happened. */
export const ActivityCells = ({ line, network, wallet, isInCollection = false }: ActivityCellsProps) => (
  <>
    <GridCell area="hash" className="truncate">
      <ActivityVersion line={line} network={network} />
    </GridCell>
    <GridCell area="kind" className="truncate">
      <ActivityBadge line={line} />
    </GridCell>
    <GridCell area="age" className="truncate text-right text-muted lg:text-left">
      <Timestamp iso={line.timestamp} />
    </GridCell>
    <GridCell area="from">
      <Side address={line.from} network={network} wallet={wallet} />
    </GridCell>
    <GridCell area="direction" className="flex justify-center">
      <Icon of={ArrowRight} size={14} className="text-muted" aria-label="to" />
    </GridCell>
    <GridCell area="to">
      {line.kind === 'burned' && line.to === null ? (
        <span className="text-muted">destroyed</span>
      ) : (
        <Side address={line.to} network={network} wallet={wallet} />
      )}
    </GridCell>
    <GridCell area="amount" className="truncate text-right">
      {line.kind === 'changed' ? <None /> : groupedNumber(line.amount)}
    </GridCell>
    <GridCell area="token" className="truncate">
      <TokenLink id={line.token.id} name={line.token.name} network={network} />
      {line.token.propertyVersion !== '0' && (
        <span className="text-muted" title="Property version: an edition whose properties were changed">
          {' '}
          v{line.token.propertyVersion}
        </span>
      )}
      {!isInCollection && (
        <span className="text-muted">
          {' in '}
          <CollectionLink
            id={line.collection.id}
            name={line.collection.name}
            network={network}
            className="text-muted hover:text-accent"
          />
        </span>
      )}
    </GridCell>
  </>
)

/** The transaction of a row; one that goes on from the row above is joined to it. */
const ActivityVersion = ({
  line: { version, isContinued },
  network,
}: {
  line: ActivityLine
  network: AptosNetwork
}) => (
  <span className="inline-flex items-baseline gap-1.5">
    {isContinued && (
      <span className="text-muted" title="The same transaction as the row above">
        <span aria-hidden>└</span>
        <span className="sr-only">same transaction as above:</span>
      </span>
    )}
    <Link
      href={aptosPath(explorerPath.aptosTransaction(version), network)}
      className={isContinued ? 'font-mono text-muted hover:text-accent' : 'font-mono text-accent hover:underline'}
    >
      {version}
    </Link>
  </span>
)

/** Who was on one side; the other row of a transfer says the other. The account of the page does not link to itself. */
const Side = ({ address, network, wallet }: { address: string | null; network: AptosNetwork; wallet?: string }) => {
  if (address === null) return <None />
  if (address === wallet) return <Hash value={address} className="text-muted" />
  return <AccountLink address={address} network={network} />
}
