/** Solidity, "Panic via assert and Error via require": the meaning of each code, in decimal. */
const meanings: Readonly<Record<string, string>> = {
  '0': 'a check of the compiler failed',
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'invalid enum value',
  '34': 'corrupt storage byte array',
  '49': 'an empty array was popped',
  '50': 'array index out of bounds',
  '65': 'too much memory allocated',
  '81': 'call of an uninitialised function',
}

/** The meaning of a panic, by its code in decimal. */
export const panicMeaning = (code: string): string => meanings[code] ?? `panic code ${code}`
