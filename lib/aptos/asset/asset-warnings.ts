import { toHex } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import type { ShownAsset } from './asset-record.ts'

/** Assets whose symbols are imitated; each with all of its ids. USDC and USDt are the issuers' own, on mainnet. */
const imitated: readonly { symbol: string; ids: readonly string[] }[] = [
  { symbol: 'APT', ids: [longAddress('0xa')] },
  { symbol: 'USDC', ids: ['0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'] },
  { symbol: 'USDt', ids: ['0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b'] },
]

const link = /https?:|www\.|\.(?:com|io|xyz|org|net|app|gift|claims?)\b/i
const hidden = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Why a name or symbol may mislead. Names are bounded in the store. */
export const assetWarnings = (asset: Partial<ShownAsset> & Pick<ShownAsset, 'asset_id'>): string[] => {
  const { symbol, name } = asset
  const id = toHex(asset.asset_id)
  const skeleton = skeletonOf(symbol ?? '')
  const original = imitated.find((one) => skeletonOf(one.symbol) === skeleton && !one.ids.includes(id))
  const texts = `${symbol ?? ''} ${name ?? ''}`
  return [
    ...(original
      ? [`Its symbol looks like ${original.symbol}, which is another asset: ${original.ids.join(', ')}.`]
      : []),
    ...(link.test(texts) ? ['Its name contains a link: assets that advertise a site are usually scams.'] : []),
    ...(hidden.test(texts) ? ['Its name contains invisible characters.'] : []),
  ]
}
