import { blockCheckNames, type CheckOutcome, type CheckOutcomes, notPossible } from '#lib/evm/contract/block-checks.ts'

/*
 * All outcomes of a block in one small number: a hex digit for each check, the first check lowest. 0 stands for a check that
 * was not made, so that checks which are added later are not taken for held.
 */
const digits: readonly (CheckOutcome | undefined)[] = [undefined, 'held', 'failed', ...notPossible]
const base = 16

export const storedChecks = (outcomes: CheckOutcomes): number =>
  blockCheckNames.reduce((sum, name, place) => sum + digits.indexOf(outcomes[name]) * base ** place, 0)

/** Checks that were not made are left out. */
export const readChecks = (stored: number): Partial<CheckOutcomes> =>
  Object.fromEntries(
    blockCheckNames.flatMap((name, place) => {
      const outcome = digits[Math.floor(stored / base ** place) % base]
      return outcome === undefined ? [] : [[name, outcome]]
    }),
  )
