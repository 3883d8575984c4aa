import { ArrowRight, BadgeCheck, CircleAlert } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { KindOrReason } from './alike/suspicious.tsx'
import { Party, rowCopy } from './party.tsx'
import { isUnlimited, type TransferLine, zeroAddress } from './transfer-line.ts'

/** As the class `transfer-grid` sets them, with the line below. */
export const transferRowHeights = { wide: 44, narrow: 104 } as const

const columns: readonly GridColumn[] = [
  { area: 'hash', title: 'Transaction' },
  { area: 'kind', title: 'Kind' },
  { area: 'age', title: 'Time' },
  { area: 'from', title: 'From' },
  { area: 'direction', title: 'Direction', hidden: true },
  { area: 'to', title: 'To' },
  { area: 'amount', title: 'Amount', end: true },
  { area: 'token', title: 'Token' },
]

/** `isOfLogs`: the list is of one transaction, and its rows are known by their logs. An approval has other sides than a transfer. */
export const TransferHeader = ({ isOfLogs, isOfApprovals }: { isOfLogs: boolean; isOfApprovals: boolean }) => {
  const titles: Record<string, string> = {
    ...(isOfLogs && { hash: 'Log' }),
    ...(isOfApprovals && { from: 'Owner', to: 'Spender' }),
  }
  return <GridHeader columns={columns.map((one) => ({ ...one, title: titles[one.area] ?? one.title }))} />
}

const kinds: Record<TransferLine['kind'], { title: string; tone: Tone }> = {
  transfer: { title: 'Transfer', tone: 'neutral' },
  mint: { title: 'Mint', tone: 'good' },
  burn: { title: 'Burn', tone: 'bad' },
  approval: { title: 'Approval', tone: 'accent' },
}

/** The cells of one token event. With `wallet`, as seen from that address. */
export const TransferCells = ({
  line,
  chain,
  wallet,
  suspicion,
}: {
  line: TransferLine
  chain: string
  wallet?: string
  suspicion?: Suspicion
}) => {
  const { title, tone } = kinds[line.kind]
  return (
    <>
      <GridCell area="hash" className="flex items-center gap-1.5">
        <Source line={line} chain={chain} />
      </GridCell>
      <GridCell area="kind" className="truncate">
        <KindOrReason suspicion={suspicion}>
          <Badge tone={tone}>{title}</Badge>
        </KindOrReason>
      </GridCell>
      <GridCell area="age" className="truncate text-right text-muted lg:text-left">
        <Timestamp iso={line.timestamp} />
      </GridCell>
      <GridCell area="from">
        {line.kind === 'mint' ? (
          <span className="text-muted">new</span>
        ) : (
          <Party chain={chain} {...line.from} wallet={wallet} suspicion={suspicion} />
        )}
      </GridCell>
      <GridCell area="direction" className="flex justify-center">
        <DirectionMark line={line} wallet={wallet} />
      </GridCell>
      <GridCell area="to">
        {line.to === null || (line.kind === 'burn' && line.to.address === zeroAddress) ? (
          <span className="text-muted">destroyed</span>
        ) : (
          <Party chain={chain} {...line.to} wallet={wallet} suspicion={suspicion} />
        )}
      </GridCell>
      <GridCell area="amount" className="truncate text-right">
        {line.amount === null ? (
          <span className="text-muted lg:hidden">1</span>
        ) : line.kind === 'approval' && isUnlimited(line.amount) ? (
          <span title={line.amount} className="text-warn">
            unlimited
          </span>
        ) : (
          <Amount value={line.amount} decimals={line.decimals} />
        )}
      </GridCell>
      <GridCell area="token">
        <TokenName line={line} chain={chain} />
      </GridCell>
    </>
  )
}

/** What the row is read from. */
const Source = ({ line: { log, transactionHash }, chain }: { line: TransferLine; chain: string }) => {
  if (log)
    return (
      <Link href={log.href} className="text-accent hover:underline">
        Log {log.index}
      </Link>
    )
  return (
    <>
      <Link href={explorerPath.transaction(chain, transactionHash)} className="min-w-0 text-accent hover:underline">
        <Hash value={transactionHash} className="select-auto" />
      </Link>
      <CopyButton value={transactionHash} label="Copy transaction hash" className={rowCopy} />
    </>
  )
}

const DirectionMark = ({ line, wallet }: { line: TransferLine; wallet: string | undefined }) => {
  if (wallet === undefined || line.kind === 'approval')
    return <Icon of={ArrowRight} size={14} className="text-muted" aria-label="to" />
  const isFrom = line.from.address === wallet
  const isTo = line.to?.address === wallet
  if (isFrom && isTo) return <Badge>Self</Badge>
  return isFrom ? <Badge tone="warn">Out</Badge> : <Badge tone="good">In</Badge>
}

/** What moved: the token's own words for itself are hostile until read, so the address is in the title. */
const TokenName = ({ line: { token, isSpam, isVerified }, chain }: { line: TransferLine; chain: string }) => {
  const href =
    token.id === null ? explorerPath.token(chain, token.address) : explorerPath.nft(chain, token.address, token.id)
  const name = token.name ?? token.symbol
  return (
    <span className="flex items-center gap-1.5">
      <Link
        href={href}
        title={`${name ?? 'Token'} ${token.id === null ? '' : `#${token.id} `}· ${token.address}`}
        className={classNames(
          'flex min-w-0 items-baseline gap-1 hover:underline',
          isSpam ? 'text-muted' : 'text-accent',
        )}
      >
        {token.id !== null && <span className="max-w-24 shrink-0 truncate font-medium font-mono">#{token.id}</span>}
        <span className="min-w-0 truncate">{name || <Hash value={token.address} className="select-auto" />}</span>
        {token.name && token.symbol && token.id === null && (
          <span className="max-w-20 truncate text-muted">{token.symbol}</span>
        )}
      </Link>
      {isVerified && (
        <span title="Verified by the operator of this site" className="shrink-0 text-good">
          <Icon of={BadgeCheck} size={14} />
          <span className="sr-only">Verified</span>
        </span>
      )}
      {isSpam && (
        <Badge tone="warn" title="Looks like spam; its page says why">
          <Icon of={CircleAlert} size={11} /> Spam
        </Badge>
      )}
    </span>
  )
}
