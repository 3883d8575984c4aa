import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { wantMedia } from '#lib/media/preview-files.ts'

const atOnce = 200
const restMs = { least: 250, most: 60_000 }

/**
 * Queues the pictures of all documents of a chain as they are read, where otherwise a gallery queues those that it shows: for the
 * demo ledger, whose galleries are the first that anybody opens.
 */
export const wantPreviews = async (
  db: Kysely<EvmTables & MediaTables>,
  chain: number,
  signal: AbortSignal,
): Promise<void> => {
  let rest = restMs.least
  while (!signal.aborted) {
    const rows = await db
      .selectFrom('evm_nft_metadata as document')
      .leftJoin('evm_media as media', 'media.media_key', 'document.media_key')
      .select(['document.media_uri', 'document.media_key'])
      .where('document.chain', '=', chain)
      .where('document.media_key', 'is not', null)
      .where('media.media_key', 'is', null)
      .limit(atOnce)
      .execute()
    const media = rows.flatMap(({ media_uri, media_key }) =>
      media_uri !== null && media_key !== null ? [{ media_uri, media_key }] : [],
    )
    if (media.length > 0) await wantMedia(db, media, Date.now())
    rest = media.length > 0 ? restMs.least : Math.min(restMs.most, 2 * rest)
    await wait(rest, undefined, { signal }).catch(() => undefined)
  }
}
