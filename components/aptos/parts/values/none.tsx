/** Where a row has no value. */
export const None = () => <span className="text-muted">–</span>
