/** For rows without a value. */
export const None = () => <span className="text-muted">–</span>
