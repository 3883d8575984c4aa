/** For rows without a value; where a row is a card on a phone, a cell may hide itself for it. */
export const None = () => (
  <span data-none className="text-muted">
    –
  </span>
)
