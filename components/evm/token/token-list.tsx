import { transferCountColumns } from '#components/evm/parts/lists/transfer-count-columns.tsx'
import { TokenMark } from '#components/evm/parts/token-mark.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Token = Output<EvmExplorerApi['evmTokens']>['result'][number]

/** The ERC20 tokens of a chain. */
export const tokenList = defineList({
  label: 'Tokens',
  noun: 'tokens',
  row: ({ address, name, symbol, logo, holders, transfers, day_transfers, first_block, possible_spam }: Token) => ({
    ...{ address, name, symbol, logo, holders, transfers },
    dayTransfers: day_transfers,
    firstBlock: first_block,
    isSpam: possible_spam,
  }),
  keyOf: ({ address }) => address,
  repeats: 'first',
  columns: [
    {
      key: 'token',
      title: 'Token',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ address, name, symbol, logo, isSpam }, { chain }: { chain: string }) => (
        <span className="flex min-w-0 items-center gap-2">
          <TokenMark address={address} logo={logo} />
          <Link href={evmPaths.token({ chain, address })} title={address} className="min-w-0 truncate">
            {name || symbol || <span className="font-mono">{`${address.slice(0, 10)}…${address.slice(-6)}`}</span>}
          </Link>
          {symbol && name && <span className="shrink-0 text-muted">{symbol}</span>}
          {isSpam && <Badge tone="warn">Spam</Badge>}
        </span>
      ),
    },
    {
      key: 'holders',
      title: 'Holders',
      width: '8rem',
      align: 'end',
      cell: ({ holders }) =>
        holders === null ? (
          <span className="text-muted" title="Not all transfers are indexed">
            unknown<span className="phone-only"> holders</span>
          </span>
        ) : (
          <>
            {groupedNumber(holders)}
            <span className="phone-only"> holders</span>
          </>
        ),
    },
    ...transferCountColumns,
  ],
  phone: ['token token', 'holders day'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 68 },
})
