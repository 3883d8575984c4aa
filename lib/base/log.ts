/** The log of a part that only reports problems. */
export type WarningLog = { warn(facts: object, text: string): void }

export type Log = WarningLog & { info(facts: object, text: string): void }
