import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { centsText, holdingValue } from '#lib/evm/prices/price.ts'
import type { Prices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { EvmTaxRow } from './contract.ts'
import { foldMoves, type TaxLeg } from './fold-moves.ts'
import { coinOf, type TaxAsset, type TaxEvent } from './tax-events.ts'

/** The rows of one event, in our format, with the prices after its block. */
export const taxRows = (chain: ServedChain, event: TaxEvent, prices: Prices | undefined): EvmTaxRow[] =>
  foldMoves(event.moves, event.fee).map(({ sent, received, fee }) => ({
    date: timestampText(event.timestamp),
    chain: chain.name,
    transaction_hash: event.hash,
    block_number: String(event.block),
    label: event.label,
    ...sentFields(sent),
    ...receivedFields(received),
    fee_amount: fee > 0n ? amountText({ asset: coinOf(chain), amount: fee }) : null,
    fee_currency: fee > 0n ? chain.symbol : null,
    value_usd: valueText(prices, [received, sent], { asset: coinOf(chain), amount: fee }),
    description: event.description,
  }))

/** Of the first side with a price; of a fee alone, its own value. */
const valueText = (
  prices: Prices | undefined,
  sides: readonly (TaxLeg<TaxAsset> | undefined)[],
  fee: TaxLeg<TaxAsset>,
): string | null => {
  const moved = sides.flatMap((leg) => leg ?? [])
  for (const { asset, amount } of moved.length > 0 ? moved : [fee]) {
    const price = asset.token === null ? prices?.native : prices?.tokens.get(asset.token)
    // Decimals that are not known yet count as 0.
    const value = price && asset.decimals > 0 ? holdingValue(amount, asset.decimals, price) : null
    if (value !== null) return centsText(value)
  }
  return null
}

const sentFields = (leg: TaxLeg<TaxAsset> | undefined) => ({
  sent_amount: leg ? amountText(leg) : null,
  sent_currency: leg?.asset.currency ?? null,
  sent_token: leg?.asset.token ?? null,
  sent_token_id: leg?.asset.tokenId ?? null,
})

const receivedFields = (leg: TaxLeg<TaxAsset> | undefined) => ({
  received_amount: leg ? amountText(leg) : null,
  received_currency: leg?.asset.currency ?? null,
  received_token: leg?.asset.token ?? null,
  received_token_id: leg?.asset.tokenId ?? null,
})

/** Exact to the last digit; of a token that claims more decimals than there can be, in its smallest unit. */
const amountText = ({ asset, amount }: TaxLeg<TaxAsset>): string =>
  valueDecimal(String(amount), asset.decimals) ?? String(amount)
