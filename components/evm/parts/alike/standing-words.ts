import type { Standing } from '#lib/format/look-alike.ts'

/** How the wallet knows the address that is imitated, to follow a comma. */
export const standingWords: Record<Standing, string> = {
  0: 'which is listed',
  1: 'which sent to this wallet',
  2: 'which this wallet sent to',
  3: 'which is this wallet',
}
