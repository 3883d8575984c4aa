import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { CollectionLink, TokenLink } from '#components/aptos/parts/token-link.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import {
  type ActivityKind,
  type ActivityLine,
  activityLine,
  kindFor,
  lineAfter,
  repeatedLine,
} from './activity-line.ts'

const kinds: Record<Exclude<ActivityKind, 'other'>, { title: string; tone: Tone }> = {
  minted: { title: 'Minted', tone: 'good' },
  sent: { title: 'Sent', tone: 'neutral' },
  received: { title: 'Received', tone: 'accent' },
  offered: { title: 'Offered', tone: 'warn' },
  claimed: { title: 'Claimed', tone: 'accent' },
  cancelled: { title: 'Cancelled', tone: 'neutral' },
  burned: { title: 'Burned', tone: 'bad' },
  changed: { title: 'Changed', tone: 'neutral' },
}

/** The kind of activity in one word, with the Move type of the event in its title. Unknown kinds are shown by their own name. */
export const ActivityBadge = ({ line: { kind, type } }: { line: Pick<ActivityLine, 'kind' | 'type'> }) => {
  const { title, tone } = kind === 'other' ? { title: type.split('::').at(-1), tone: 'neutral' as const } : kinds[kind]
  return (
    <Badge tone={tone} title={type}>
      {title}
    </Badge>
  )
}

type ActivityView = { network: AptosNetwork; wallet?: string }

/** The transaction of a row; one that continues the row above is joined to it. */
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
      href={aptosPath(aptosPaths.transaction({ version }), network)}
      className={isContinued ? 'font-mono muted' : 'font-mono'}
    >
      {version}
    </Link>
  </span>
)

/** One side of a row; nothing where its event has the other one alone. The page's own account is not linked. */
const Side = ({ address, view: { network, wallet } }: { address: string | null; view: ActivityView }) => {
  if (address === null) return null
  if (address === wallet) return <Hash value={address} className="text-muted" />
  return <AccountLink address={address} network={network} />
}

const columns = ({ isInCollection }: { isInCollection: boolean }): readonly Column<ActivityLine, ActivityView>[] => [
  {
    key: 'hash',
    title: 'Version',
    width: 'minmax(0, 0.9fr)',
    look: 'clip',
    cell: (line, { network }) => <ActivityVersion line={line} network={network} />,
  },
  {
    key: 'kind',
    title: 'Kind',
    width: '5rem',
    look: 'clip',
    cell: (line, { wallet }) => <ActivityBadge line={{ type: line.type, kind: kindFor(line, wallet) }} />,
  },
  timeColumn(({ timestamp }) => timestamp),
  {
    key: 'from',
    title: 'From',
    width: 'minmax(0, 1fr)',
    cell: ({ from }, view) => <Side address={from} view={view} />,
  },
  directionColumn(() => <Mark icon="to" title="to" className="text-muted" />),
  {
    key: 'to',
    title: 'To',
    width: 'minmax(0, 1fr)',
    cell: ({ kind, to }, view) =>
      kind === 'burned' && to === null ? (
        <span className="text-muted">destroyed</span>
      ) : (
        <Side address={to} view={view} />
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 0.8fr)',
    align: 'end',
    look: 'clip',
    cell: ({ kind, amount }) => (kind === 'changed' ? <None /> : groupedNumber(amount)),
  },
  {
    key: 'token',
    title: 'Token',
    width: 'minmax(0, 1.3fr)',
    look: 'clip',
    cell: ({ token, collection }, { network }) => (
      <>
        <TokenLink id={token.id} name={token.name} network={network} />
        {token.propertyVersion !== '0' && (
          <span className="text-muted" title="Property version: an edition whose properties were changed">
            {' '}
            v{token.propertyVersion}
          </span>
        )}
        {!isInCollection && (
          <span className="text-muted">
            {' in '}
            <CollectionLink id={collection.id} name={collection.name} network={network} className="muted" />
          </span>
        )}
      </>
    ),
  },
]

/** Token activities of an account or a creator, one row per event. */
export const activityList = defineList({
  label: 'NFT transfers',
  noun: 'rows',
  row: activityLine,
  keyOf: ({ key }) => key,
  repeats: repeatedLine,
  after: lineAfter,
  columns: columns({ isInCollection: false }),
  phone: ['token token amount', 'from direction to', 'hash kind age'],
  heights: { wide: 44, phone: 104 },
})

/** Token activities of one collection, whose name is not repeated. */
export const collectionActivityList = defineList({ ...activityList, columns: columns({ isInCollection: true }) })
