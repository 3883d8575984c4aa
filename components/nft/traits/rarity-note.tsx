/** How rarity is computed. */
export const RarityNote = () => (
  <p className="border-line border-t px-4 py-3 text-muted text-xs">
    The rarity score of a token is the information content of its traits in bits: the sum of −log₂(share). Higher is
    rarer. A missing trait counts as a value, and shares are of the tokens counted so far that have metadata. Computed
    in your browser.
  </p>
)
