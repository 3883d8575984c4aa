import { blockCheckNames, type CheckOutcome, type CheckOutcomes, notPossible } from '#lib/evm/api/block-checks.ts'

/*
 * All check outcomes of a block in one small number: a hex digit per check, the first check lowest. 0 means that a
 * check was not made, so that checks added later are not counted as passed.
 */
const digits: readonly (CheckOutcome | undefined)[] = [undefined, 'held', 'failed', ...notPossible]
const base = 16

export const storedChecks = (outcomes: CheckOutcomes): number =>
  blockCheckNames.reduce((sum, name, place) => sum + digits.indexOf(outcomes[name]) * base ** place, 0)

/** Checks that were not made are omitted. */
export const readChecks = (stored: number): Partial<CheckOutcomes> =>
  Object.fromEntries(
    blockCheckNames.flatMap((name, place) => {
      const outcome = digits[Math.floor(stored / base ** place) % base]
      return outcome === undefined ? [] : [[name, outcome]]
    }),
  )
