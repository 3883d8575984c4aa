import type { Rule } from '#lib/evm/ratings/evidence.ts'

/** Ends of host names as lures have them; `example` is the one that belongs to nobody (RFC 2606). */
const ends =
  'com|net|org|io|xyz|app|finance|fi|cc|top|site|online|live|club|info|me|co|gifts?|cash|money|fund|pro|vip|win|link|' +
  'click|space|shop|store|events?|network|tech|world|lol|zip|biz|us|ru|cn|promo|claims?|example'
const host = new RegExp(
  String.raw`(?<![\p{L}\p{N}.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:${ends})(?![\p{L}\p{N}-]|\.\p{L})`,
  'iu',
)
/** Nobody who only names a token writes so. */
const link = /https?:|:\/\/|\bwww\.|\b(?:t\.me|t\.ly|bit\.ly)\b/i
const lure =
  /\b(?:claim(?:s|ed|ing)?|airdrops?|rewards?|vouchers?|give-?aways?|redeem|free|bonus|visit|eligible|winners?|gifts?)\b/i
const money = /[$€£]\s?\d|\d\s?[$€£]|\d\s?(?:usdc|usdt|eth|bnb|matic|pol)\b/i

/** Text without end is no name. */
const lengthMax = 300

type Found = { isLink: boolean; isHost: boolean; isLure: boolean; isMoney: boolean }

const foundIn = (whole: string): Found => {
  const text = whole.slice(0, lengthMax)
  const isLink = link.test(text)
  return { isLink, isHost: isLink || host.test(text), isLure: lure.test(text), isMoney: money.test(text) }
}

/** A host, or a word of a lure, is found in honest names too: neither is enough by itself. */
export const words: Rule = ({ name, symbol }) => {
  const { isLink, isHost, isLure, isMoney } = foundIn([name, symbol].filter((part) => part !== null).join(' '))
  const asked = isLure ? (isHost && !isLink ? 35 : 25) : 0
  const weight = (isLink ? 55 : isHost ? 25 : 0) + asked + (isMoney && (isHost || isLure) ? 25 : 0)
  if (weight === 0) return null
  const parts = [isHost && 'a web address', isLure && 'words of a lure', isMoney && 'an amount of money']
  return { rule: 'words', weight, text: `Its name or symbol has ${parts.filter(Boolean).join(', ')}.` }
}

/** The same in the names of at least half of its tokens. */
export const tokenWords: Rule = ({ tokenNames }) => {
  const found = tokenNames.map(foundIn)
  const isMost = (part: readonly Found[]): boolean => part.length > 0 && 2 * part.length >= found.length
  if (isMost(found.filter(({ isLink, isHost, isLure, isMoney }) => isLink || (isLure && (isHost || isMoney)))))
    return { rule: 'token-words', weight: 55, text: 'The names of its tokens tell people to claim something.' }
  return isMost(found.filter(({ isHost }) => isHost))
    ? { rule: 'token-words', weight: 25, text: 'The names of its tokens have a web address.' }
    : null
}
