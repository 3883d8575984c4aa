/** An amount that a wallet gained, or lost if it is negative, of one asset: the coin, a token or an NFT by its key. */
export type TaxMove<Asset> = { key: string; asset: Asset; amount: bigint }

/** What a wallet sent or received of one asset: more than nothing. */
export type TaxLeg<Asset> = { asset: Asset; amount: bigint }

export type TaxLine<Asset> = { sent?: TaxLeg<Asset>; received?: TaxLeg<Asset>; fee: bigint }

/**
 * One transaction as rows: what it moved of one asset is one amount, so that change that comes back is not received. The first asset
 * lost is beside the first one gained, as sides of a trade; further assets have rows of their own. Only the first row has the fee. No
 * row if nothing changed.
 */
export const foldMoves = <Asset>(moves: readonly TaxMove<Asset>[], fee: bigint): TaxLine<Asset>[] => {
  const sums = new Map<string, TaxLeg<Asset>>()
  for (const { key, asset, amount } of moves) sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + amount })
  const legs = [...sums.values()]
  const sent = legs.flatMap(({ asset, amount }) => (amount < 0n ? [{ asset, amount: -amount }] : []))
  const received = legs.filter(({ amount }) => amount > 0n)
  const count = Math.max(sent.length, received.length, fee > 0n ? 1 : 0)
  return Array.from({ length: count }, (_, index) => {
    const [lost, gained] = [sent[index], received[index]]
    return { ...(lost && { sent: lost }), ...(gained && { received: gained }), fee: index === 0 ? fee : 0n }
  })
}
