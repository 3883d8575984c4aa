const unlimitedFrom = 2n ** 255n
/** The maximum of tokens that store allowances in fewer bits, which means "unlimited" there. */
const narrowUnlimited: readonly bigint[] = [2n ** 96n - 1n, 2n ** 128n - 1n, 2n ** 160n - 1n]

/** Whether an allowance is effectively unlimited. */
export const isUnlimited = (amount: string): boolean =>
  BigInt(amount) >= unlimitedFrom || narrowUnlimited.includes(BigInt(amount))
