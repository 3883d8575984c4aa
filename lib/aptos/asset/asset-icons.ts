import type { AptosAssetRow } from '#lib/aptos/chain/tables.ts'
import { wholeUri } from '#lib/aptos/nft/token-metadata.ts'
import type { PicturePreviews } from '#lib/media/picture-previews.ts'

type Iconed = Partial<Pick<AptosAssetRow, 'icon_uri'>>

/** The URL of an asset's icon on this server; null without one. */
export type IconOf = (asset: Iconed | undefined) => string | null

const iconUri = (asset: Iconed | undefined): string | undefined => wholeUri(asset?.icon_uri)

/** The icons of these assets in one statement; none without a media folder. */
export const readIcons = async (
  previews: PicturePreviews | undefined,
  assets: Iterable<Iconed | undefined>,
): Promise<IconOf> => {
  const uris = [...assets].flatMap((asset) => iconUri(asset) ?? [])
  const urls = (await previews?.(uris, 'low')) ?? new Map<string, string>()
  return (asset) => urls.get(iconUri(asset) ?? '') ?? null
}
