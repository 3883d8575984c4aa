import { normalize } from 'viem/ens'

/** Longer names could not be shown, and the DNS form of a name has the same limit. */
const bytesMax = 255

/** The normalised form (ENSIP-15) of user input; undefined if it cannot be a name. */
export const normalizedName = (text: string): string | undefined => {
  if (text.length > bytesMax || !text.includes('.')) return undefined
  try {
    const name = normalize(text)
    return Buffer.byteLength(name) <= bytesMax && !hasHidden(name) ? name : undefined
  } catch {
    return undefined
  }
}

/** Whether a name from a contract may be shown: others cannot be typed, or imitate another name. */
export const isNormalized = (name: string): boolean => normalizedName(name) === name

/** Control and format characters, line breaks and unassigned ones. Emoji are joined by U+200D. */
const hasHidden = (name: string): boolean => /[\p{Cc}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]|(?!\u200d)\p{Cf}/u.test(name)
