import type { Relation } from '#lib/format/look-alike.ts'

/** The wallet's relation to the imitated address, as a relative clause. */
export const relationText: Record<Relation, string> = {
  0: 'which is listed',
  1: 'which sent to this wallet',
  2: 'which this wallet sent to',
  3: 'which is this wallet',
}
