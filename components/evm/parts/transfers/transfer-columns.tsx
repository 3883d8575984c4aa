import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { KindOrReason } from '#components/evm/parts/alike/suspicious.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { TokenLogo } from '#components/evm/parts/token-logo.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { DirectionBadge } from './direction-badge.tsx'
import type { TransferLine } from './transfer-line.ts'

export type TransferView = {
  chain: string
  /** Rows are in or out of this wallet. */
  wallet?: string
  /** The token's own name and symbol, where the rows do not have them. */
  token?: Pick<TransferLine['token'], 'name' | 'symbol'>
  /** All rows are of one token: amounts have its symbol. */
  isOneToken?: boolean
}

/** The sender of a mint and the receiver of a burn. */
const NullAddress = () => (
  <span className="text-muted" title={zeroAddress}>
    Null: 0x000…000
  </span>
)

const kinds: Record<TransferLine['kind'], { title: string; tone: Tone }> = {
  transfer: { title: 'Transfer', tone: 'neutral' },
  mint: { title: 'Mint', tone: 'good' },
  burn: { title: 'Burn', tone: 'bad' },
  approval: { title: 'Approval', tone: 'accent' },
}

/** The transaction of a row, or its log where the list is of one transaction. */
const Source = ({ line: { log, transactionHash }, chain }: { line: TransferLine; chain: string }) => {
  if (log) return <Link href={log.href}>Log {log.index}</Link>
  return (
    <>
      <Link href={evmPaths.transaction({ chain, hash: transactionHash })} className="min-w-0">
        <Hash value={transactionHash} title={undefined} />
      </Link>
      <CopyButton value={transactionHash} label="Copy transaction hash" />
    </>
  )
}

const Direction = ({ line, wallet }: { line: TransferLine; wallet: string | undefined }) =>
  wallet === undefined || line.kind === 'approval' ? (
    <Mark icon="to" title="to" className="text-muted" />
  ) : (
    <DirectionBadge from={line.from.address} to={line.to?.address} wallet={wallet} />
  )

const TransferAmount = ({
  line: { amount, kind, decimals, token },
  view,
}: {
  line: TransferLine
  view: TransferView
}) => {
  if (amount === null) return <span className="text-muted lg:hidden">1</span>
  if (kind === 'approval' && isUnlimited(amount))
    return (
      <span title={amount} className="text-warn">
        unlimited
      </span>
    )
  return <Amount value={amount} decimals={decimals} symbol={view.isOneToken ? token.symbol : undefined} />
}

/** Names are chosen by the token's author, so the address is in the title. */
const TokenName = ({ line: { token, isSpam, isVerified }, view }: { line: TransferLine; view: TransferView }) => {
  const { chain, token: ofList } = view
  const { address, id } = token
  const isFungible = id === null
  const href = isFungible ? evmPaths.token({ chain, address }) : evmPaths.nft({ chain, address, tokenId: id })
  const name = token.name ?? ofList?.name
  const symbol = token.symbol ?? ofList?.symbol
  const shown = name ?? symbol
  // The page of a collection says its name and that it is known.
  const isNamed = isFungible || !ofList
  return (
    <>
      <Link href={href} title={isNamed ? address : undefined} className={isSpam ? 'token muted' : 'token'}>
        <TokenLogo logo={token.logo} size={isFungible ? 18 : 26} />
        {isNamed && <span className="clip">{shown || <Hash value={address} title={undefined} />}</span>}
        {!isFungible && <span className="token-id">#{id}</span>}
        {name && symbol && isFungible && <span className="symbol">{symbol}</span>}
      </Link>
      {isVerified && isNamed && <Mark icon="verified" title="Known to this site" className="text-good" />}
      {isSpam && (
        <Badge tone="warn" title="Looks like spam">
          <Mark icon="doubt" /> Spam
        </Badge>
      )}
    </>
  )
}

export const transferColumns: readonly Column<TransferLine, TransferView>[] = [
  {
    key: 'hash',
    title: 'Transaction',
    width: 'minmax(0, 0.9fr)',
    look: 'flow',
    cell: (line, { chain }) => <Source line={line} chain={chain} />,
  },
  {
    key: 'kind',
    title: 'Kind',
    width: '5rem',
    look: 'clip',
    cell: ({ kind }, _, suspicion) => (
      <KindOrReason suspicion={suspicion}>
        <Badge tone={kinds[kind].tone}>{kinds[kind].title}</Badge>
      </KindOrReason>
    ),
  },
  timeColumn(({ timestamp }) => timestamp),
  {
    key: 'from',
    title: 'From',
    width: 'minmax(0, 1fr)',
    cell: ({ kind, from }, { chain, wallet }, suspicion) =>
      kind === 'mint' ? <NullAddress /> : <Party chain={chain} {...from} wallet={wallet} suspicion={suspicion} />,
  },
  directionColumn((line, { wallet }) => <Direction line={line} wallet={wallet} />),
  {
    key: 'to',
    title: 'To',
    width: 'minmax(0, 1fr)',
    cell: ({ kind, to }, { chain, wallet }, suspicion) =>
      to === null || kind === 'burn' ? (
        <NullAddress />
      ) : (
        <Party chain={chain} {...to} wallet={wallet} suspicion={suspicion} />
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 0.8fr)',
    align: 'end',
    look: 'clip',
    cell: (line, view) => <TransferAmount line={line} view={view} />,
  },
  {
    key: 'token',
    title: 'Token',
    width: 'minmax(0, 1.3fr)',
    look: 'flow',
    cell: (line, view) => !view.isOneToken && <TokenName line={line} view={view} />,
  },
]
