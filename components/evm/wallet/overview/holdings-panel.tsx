import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { OverviewFault, OverviewPanel } from '#components/evm/frames/wallet/overview-panel.tsx'
import type { OverviewPart } from '#components/evm/frames/wallet/overview-questions.ts'
import { HoldingValue, holdingsTotal, PriceTable } from '#components/evm/wallet/value/holding-value.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

type Holdings = Output<EvmExplorerApi['evmHoldings']>

const shownAtOnce = 8

/** The holdings of a wallet after the newest block of the source. */
export const HoldingsPanel = async ({ state, questions, answers }: OverviewPart) => {
  const { chain } = state
  const { data, fault } = await answers.holdings
  if (!data)
    return (
      <OverviewPanel title="Holdings" call={questions.holdings}>
        <OverviewFault what="The balances" fault={fault} />
      </OverviewPanel>
    )
  return (
    <OverviewPanel
      title="Holdings"
      aside={[holdingsTotal(data), `at block ${groupedNumber(data.block_number)}`].filter(Boolean).join(' · ')}
      call={questions.holdings}
    >
      <ul className="flex flex-wrap gap-px bg-line">
        <Row>
          <span className="font-medium">{data.native.symbol}</span>
          <Held holding={data.native} />
        </Row>
        {data.tokens.slice(0, shownAtOnce).map((token) => (
          <TokenRow key={token.token_address} chain={chain} token={token} />
        ))}
      </ul>
      {data.tokens.length > shownAtOnce && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
            {counted(data.token_count - shownAtOnce, 'more token')}
          </summary>
          <ul className="flex flex-wrap gap-px bg-line">
            {data.tokens.slice(shownAtOnce).map((token) => (
              <TokenRow key={token.token_address} chain={chain} token={token} />
            ))}
          </ul>
        </details>
      )}
      <PriceTable chain={chain} holdings={data} />
      <div className="space-y-1 border-line border-t px-4 py-2.5 text-muted text-sm">
        <p>{notListed(data)}</p>
        {data.note && <p>{data.note}</p>}
      </div>
    </OverviewPanel>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex h-11 grow basis-80 items-center justify-between gap-4 bg-surface px-4 text-sm">{children}</li>
)

const Held = ({ holding }: { holding: Holdings['native'] | Holdings['tokens'][number] }) => (
  <span className="flex shrink-0 items-baseline gap-3">
    <Amount value={holding.balance} decimals={holding.decimals} symbol={holding.symbol} />
    <HoldingValue holding={holding} />
  </span>
)

const TokenRow = ({ chain, token }: { chain: string; token: Holdings['tokens'][number] }) => (
  <Row>
    <Link href={evmPaths.token({ chain, address: token.token_address })} className="truncate">
      {token.name || token.symbol || `${token.token_address.slice(0, 10)}…`}
    </Link>
    <Held holding={token} />
  </Row>
)

/** What was left out, and why. */
const notListed = ({ tokens, token_count, folded: { spam, unverified, zero, refused, failed } }: Holdings): string => {
  const parts = [
    ...(spam > 0 ? [`${groupedNumber(spam)} flagged as spam`] : []),
    ...(unverified > 0 ? [`${groupedNumber(unverified)} without a known symbol and decimals`] : []),
    ...(zero > 0 ? [`${groupedNumber(zero)} with a balance of zero`] : []),
    ...(refused > 0 ? [`${groupedNumber(refused)} whose contract reports no balance`] : []),
    ...(failed > 0 ? [`${groupedNumber(failed)} that the node did not answer for in time`] : []),
    ...(token_count > tokens.length
      ? [`${groupedNumber(token_count - tokens.length)} beyond the first ${tokens.length}`]
      : []),
  ]
  return parts.length > 0 ? `Not listed: ${parts.join(', ')}.` : 'Every token found with a balance is listed.'
}
