import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const nameMax = 40

/** What an asset is called: a coin without a symbol by its struct, e.g. `coin_factory::Emojicoin`. */
export const assetWords = ({
  symbol,
  name,
  asset_type,
}: Pick<AptosBalanceChange, 'symbol' | 'name' | 'asset_type'>): { symbol: string; name: string } => ({
  symbol: cutText(symbol ?? '', nameMax),
  name: cutText(name || asset_type.slice(asset_type.indexOf('::') + 1).replace(/^:/, ''), nameMax),
})
