/** Items of a pasted text that are looked up. */
export const pastedItemsMax = 200
export const pastedCharactersMax = 500_000
