/** No ERC20 has more: `decimals` is a uint8. */
const decimalsMax = 255

/**
 * `value` / 10^`decimals` as decimal text without trailing zeros, exact to the last digit. Null when the decimals are not known
 * or are more than any token can have.
 */
export const valueDecimal = (value: string, decimals: number | null): string | null => {
  if (decimals === null || decimals > decimalsMax) return null
  const digits = value.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end -= 1
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`
}
