import { labelFamily } from './label-family.ts'

/**
 * The number of rows of a wallet newer than a position, and the position of its newest row; `isMore` if one response
 * was not enough.
 */
export type RowsSince = { count: number; isMore: boolean; newest: string }

/** Without a position nothing is new: only the newest position is read. */
export const rowsSince = async (
  wallet: { chain: string; subject: string },
  position: string | undefined,
): Promise<RowsSince> => {
  const { positions, goesOn } = await labelFamily(wallet.chain).positions(wallet, position)
  const [newest = position ?? '0'] = positions
  if (position === undefined) return { count: 0, isMore: false, newest }
  const count = positions.filter((one) => BigInt(one) > BigInt(position)).length
  return { count, isMore: count === positions.length && goesOn, newest }
}
