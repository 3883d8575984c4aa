/** As many things of a pasted text are looked at. */
export const pastedThingsMax = 200
/** A thousand long log lines; more is no text that a person looks through. */
export const pastedCharactersMax = 500_000
