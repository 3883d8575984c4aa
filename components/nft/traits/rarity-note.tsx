/** How rarity is computed. */
export const RarityNote = () => (
  <p className="border-line border-t px-4 py-3 text-muted text-xs">
    Rarity is information content: the sum of −log₂(share) over all traits. A missing trait counts as a value, and
    shares are of the tokens counted so far that have metadata. Computed in your browser.
  </p>
)
