import type { DecodedVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { doubtfulBlocksIn } from '#lib/indexing/doubtful-blocks.ts'
import type { SetAsideBlock } from '#lib/indexing/set-aside.ts'

/** What indexing receives for a version: a set-aside one has no hash, which depends on its contents. */
export type ReadableVersion = DecodedVersion | SetAsideBlock

export const setAsideVersion = (number: number, fault: string): SetAsideBlock => ({ number, hash: '0x', fault })

export const {
  dueBlocks: dueVersions,
  forgetDoubtful: forgetVersions,
  noteDoubtful: noteVersions,
  postponeDoubtful: postponeVersion,
  setAsideBetween: setAsideVersions,
} = doubtfulBlocksIn<AptosTables>('aptos_doubtful_versions')
