/** A rule of our own code is broken, whatever was requested: a bug. The message says which rule. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** @throws InvariantError unless the rule holds. `rule` states it, such as "every list has a route". */
export function invariant(holds: unknown, rule: string): asserts holds {
  if (!holds) throw new InvariantError(rule)
}
