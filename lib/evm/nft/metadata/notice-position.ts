import * as z from 'zod'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { readSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)])

const noticePosition = z.object({
  /** The newest block whose tokens and events were noticed; null before the first. */
  tail: z
    .object({
      number: z.int(),
      hash: hex,
      /** The chain's final block at that time: no reorg changes anything up to here. */
      final: z.int().nullable(),
    })
    .nullable(),
  /** Since when documents are read, in unix milliseconds: earlier changes are included in them. */
  since: z.number(),
  /** Progress of the walk over all tokens; null between two walks. */
  walk: z.object({ address: hex, hash: hex }).nullable(),
  /** Unix milliseconds at which the last walk was done; null before the first. */
  walkedAt: z.number().nullable(),
  /** Histories that were complete before this time (unix seconds) have been walked. */
  historiesAt: z.number(),
})

/** Progress of the search for tokens without a document, kept across restarts. */
export type NoticePosition = z.output<typeof noticePosition>

/** The setting that keeps the position of a chain. */
export const noticeSetting = (chain: number): string => `evm-metadata-${chain}`

export const readNoticePosition = async (
  store: Store<EvmTables>,
  chain: number,
  now: number,
): Promise<NoticePosition> => {
  const text = await readSetting(store, noticeSetting(chain))
  const stored = noticePosition.safeParse(text === undefined ? undefined : JSON.parse(text))
  return stored.success ? stored.data : { tail: null, since: now, walk: null, walkedAt: null, historiesAt: 0 }
}

export const writeNoticePosition = (store: Store<EvmTables>, chain: number, position: NoticePosition): Promise<void> =>
  writeSetting(store, noticeSetting(chain), JSON.stringify(position))
