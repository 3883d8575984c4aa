import type { DecodedVersion } from '#lib/aptos/decode/decode-version.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import { doubtfulBlocksIn } from '#lib/indexing/doubtful-blocks.ts'
import type { SetAsideBlock } from '#lib/indexing/set-aside.ts'

/** What indexing gets of a version: one that is set aside has no hash, as only its contents tell it. */
export type ReadableVersion = DecodedVersion | SetAsideBlock

export const setAsideVersion = (number: number, fault: string): SetAsideBlock => ({ number, hash: '0x', fault })

export const {
  dueBlocks: dueVersions,
  forgetDoubtful: forgetVersions,
  noteDoubtful: noteVersions,
  postponeDoubtful: postponeVersion,
  setAsideBetween: setAsideVersions,
} = doubtfulBlocksIn<AptosTables>('aptos_doubtful_versions')
