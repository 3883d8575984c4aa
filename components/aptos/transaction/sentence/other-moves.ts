import { accounts, type KnownMoves, type Part, plural, text, things } from './parts.ts'

/** What a transaction moved between others than its sender, as a clause after the function; empty if nothing. */
export const otherParts = (moves: KnownMoves): Part[] => {
  const moved = moves.nfts.filter(({ isMint, isBurn }) => !isMint && !isBurn)
  return clause([
    ...mintsAndBurns(moves.nfts),
    moved.length > 0 ? [text('moved'), ...things([], moved), ...receiversOf(moved)] : [],
    balanceParts(moves),
  ])
}

/** The mints for others, and the burns of what was not the sender's or does not say whose it was. */
export const mintsAndBurnsOfOthers = (sender: string | undefined, { nfts }: KnownMoves): Part[] =>
  clause(mintsAndBurns(nfts.filter(({ from, to, isMint }) => (isMint ? to : from) !== sender)))

const mintsAndBurns = (nfts: KnownMoves['nfts']): Part[][] => {
  const minted = nfts.filter(({ isMint }) => isMint)
  const burned = nfts.filter(({ isBurn }) => isBurn)
  return [
    minted.length > 0 ? [text('minted'), ...things([], minted), ...receiversOf(minted, 'for')] : [],
    burned.length > 0 ? [text('burned'), ...things([], burned)] : [],
  ]
}

const clause = (all: readonly Part[][]): Part[] => {
  const said = all.filter((parts) => parts.length > 0)
  return said.flatMap((parts, index) => {
    if (index === 0) return [text(', which'), ...parts]
    return [text(index === said.length - 1 ? 'and' : ','), ...parts]
  })
}

/** The receivers of these tokens; empty if one is unknown. */
const receiversOf = (nfts: KnownMoves['nfts'], word = 'to'): Part[] => {
  const known = nfts.flatMap(({ to }) => to ?? [])
  return known.length === nfts.length ? [text(word), accounts(known)] : []
}

/** One asset that went from one account to another is named; otherwise the accounts are counted. */
const balanceParts = ({ changes, isPartial = false }: KnownMoves): Part[] => {
  if (changes.length === 0) return []
  const [one, other] = changes
  if (changes.length === 2 && !isPartial && one && other && one.asset_id === other.asset_id) {
    const [giver, taker] = one.amount.startsWith('-') ? [one, other] : [other, one]
    if (BigInt(giver.amount) === -BigInt(taker.amount))
      return [
        ...[text('moved'), ...things([taker], [])],
        ...[text('from'), accounts([giver.owner_address]), text('to'), accounts([taker.owner_address])],
      ]
  }
  const owners = new Set(changes.map(({ owner_address }) => owner_address))
  return [text(`changed balances of ${isPartial ? 'at least ' : ''}${plural(owners.size, 'account')}`)]
}
