import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { ShareBar } from '#components/chain/share-bar.tsx'
import { OverviewFault, OverviewPanel, type OverviewPart } from '#components/evm/frames/wallet/overview-panel.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { TokenMark } from '#components/evm/parts/token-mark.tsx'
import { basisOf, dollars } from '#components/evm/parts/worth.tsx'
import { Link } from '#components/ui/link.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmHoldings } from '#lib/evm/holdings/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { tokenLogo } from '#lib/logos/logos.ts'

type Valued = Pick<EvmHoldings['native'], 'price' | 'usd_value' | 'balance'>

/** The value of a holding, with how it was computed on hover; nothing without a price. */
export const HoldingValue = ({ holding: { price, usd_value, balance } }: { holding: Valued }) => {
  if (!price) return null
  const basis = `$${price.usd} each. ${basisOf(price)}`
  if (usd_value === null)
    return (
      <span className="text-muted text-xs" title={`Worth more than its pool holds. ${basis}`}>
        no value
      </span>
    )
  return (
    <span className="text-muted text-xs" title={basis}>
      {usd_value === '0.00' && balance !== '0' ? '<$0.01' : dollars(usd_value)}
    </span>
  )
}

/** The sum of all values, and the number of holdings in it. */
export const HoldingsTotal = ({ value }: Pick<EvmHoldings, 'value'>) =>
  value && (
    <>
      <span className="font-semibold text-ink text-sm">{dollars(value.usd)}</span>
      <span className="max-sm:hidden">
        priced {groupedNumber(value.valued_count)} of {groupedNumber(value.held_count)}
      </span>
    </>
  )

/** How each value was computed, for readers without a pointer to hover. */
const PriceTable = ({ chain, holdings: { native, tokens } }: { chain: string; holdings: EvmHoldings }) => {
  const all = [
    { name: native.symbol, ...native },
    ...tokens.map((token) => ({ ...token, name: token.symbol ?? token.token_address })),
  ]
  const priced = all.flatMap(({ name, price }) => (price ? [{ name, price }] : []))
  if (priced.length === 0) return null
  return (
    <details className="border-line border-t">
      <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
        How {counted(priced.length, 'price')} {priced.length === 1 ? 'was' : 'were'} found
      </summary>
      <WideTable
        label="Prices"
        titles={['Token', 'Price', 'Method', 'Source']}
        rows={priced.map(({ name, price }) => [
          name,
          `$${price.usd}`,
          basisOf(price),
          <AddressLink key="source" chain={chain} address={price.source} />,
        ])}
      />
    </details>
  )
}

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
      aside={
        <>
          <HoldingsTotal value={data.value} />
          <span>at block {groupedNumber(data.block_number)}</span>
        </>
      }
      call={questions.holdings}
    >
      <ValueBar holdings={data} />
      <ul className="flex flex-wrap gap-px bg-line">
        <Row>
          <span className="flex items-center gap-2 font-medium">
            <ChainIcon icon={state.icon} />
            {data.native.symbol}
          </span>
          <Held holding={data.native} />
        </Row>
        {data.tokens.slice(0, shownAtOnce).map((token) => (
          <TokenRow key={token.token_address} state={state} token={token} />
        ))}
      </ul>
      {data.tokens.length > shownAtOnce && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
            {counted(data.token_count - shownAtOnce, 'more token')}
          </summary>
          <ul className="flex flex-wrap gap-px bg-line">
            {data.tokens.slice(shownAtOnce).map((token) => (
              <TokenRow key={token.token_address} state={state} token={token} />
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

/** The shares of the largest holdings in the value of all; nothing where fewer than two have a value. */
const ValueBar = ({ holdings: { native, tokens } }: { holdings: Holdings }) => {
  const valued = [native, ...tokens]
    .map(({ symbol, usd_value }) => ({ name: symbol ?? 'unnamed', usd: Number(usd_value ?? 0) }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd)
  const total = valued.reduce((sum, { usd }) => sum + usd, 0)
  if (valued.length < 2) return null
  return (
    <ShareBar
      label="Shares of the value"
      parts={valued.map(({ name, usd }) => ({ name, percent: (100 * usd) / total }))}
    />
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex min-h-11 grow basis-80 items-center justify-between gap-4 bg-surface px-4 text-sm">{children}</li>
)

const Held = ({ holding }: { holding: Holdings['native'] | Holdings['tokens'][number] }) => (
  <span className="flex flex-wrap items-baseline justify-end gap-x-3">
    <Amount value={holding.balance} decimals={holding.decimals} symbol={holding.symbol} />
    <HoldingValue holding={holding} />
  </span>
)

const TokenRow = ({
  state: { chain, chain_id },
  token,
}: {
  state: EvmChainState
  token: Holdings['tokens'][number]
}) => (
  <Row>
    <span className="flex min-w-0 items-center gap-2">
      <TokenMark address={token.token_address} logo={tokenLogo(Number(chain_id), token.token_address)} size={18} />
      <Link href={evmPaths.token({ chain, address: token.token_address })} className="truncate">
        {token.name || token.symbol || `${token.token_address.slice(0, 10)}…`}
      </Link>
    </span>
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
