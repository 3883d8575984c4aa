/** Rows that one request examines where no index has all of its conditions. */
export const examinedMax = 20_000

/**
 * Characters of calldata or logs in an answer. More than other answers may have: clients take a shorter page than they asked for as
 * the last one. One that asks for more is told to ask for fewer blocks.
 */
export const rowCharactersMax = 16 << 20
