import { uriBytesMax } from '#lib/aptos/decode/token-identity.ts'
import type { AptosAssetRow } from '#lib/aptos/tables.ts'
import type { PicturePreviews } from '#lib/media/picture-previews.ts'

type Iconed = Partial<Pick<AptosAssetRow, 'icon_uri'>>

/** The URL of an asset's icon on this server; null without one. */
export type IconOf = (asset: Iconed | undefined) => string | null

/** A longer URI was cut when it was stored: what it names is not the icon. */
const iconUri = (asset: Iconed | undefined): string | undefined => {
  const uri = asset?.icon_uri?.trim()
  return uri && Buffer.byteLength(uri) < uriBytesMax - maxCut ? uri : undefined
}

/** A cut leaves out the bytes of an incomplete character. */
const maxCut = 4

/** The icons of these assets in one statement; none without a media folder. */
export const readIcons = async (
  previews: PicturePreviews | undefined,
  assets: Iterable<Iconed | undefined>,
): Promise<IconOf> => {
  const uris = [...assets].flatMap((asset) => iconUri(asset) ?? [])
  const urls = (await previews?.(uris, 'low')) ?? new Map<string, string>()
  return (asset) => urls.get(iconUri(asset) ?? '') ?? null
}
