import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

/** Top-level domains typical of lures; `example` is reserved (RFC 2606). */
const ends = new Set(
  (
    'com net org io xyz app finance fi cc top site online live club info me co gift gifts cash money fund pro vip win link ' +
    'click space shop store event events network tech world lol zip biz us ru cn promo claim claims example'
  ).split(' '),
)
const hostLike = /[\p{L}\p{N}.-]+/gu

/** Whether `text` starts with the labels of a host name up to a known top-level domain. */
const startsWithHost = (text: string): boolean => {
  const labels = text.toLowerCase().split('.')
  const wrong = labels.findIndex((label) => !/^[a-z0-9-]+$/.test(label) || label.startsWith('-') || label.endsWith('-'))
  const names = wrong < 0 ? labels : labels.slice(0, wrong)
  return names.some((label, index) => index > 0 && ends.has(label) && !/^\p{L}/u.test(labels[index + 1] ?? ''))
}
/** Never part of a genuine token name. */
const link = /https?:|:\/\/|\bwww\.|\b(?:t\.me|t\.ly|bit\.ly)\b/i
const lure =
  /\b(?:claim(?:s|ed|ing)?|airdrops?|rewards?|vouchers?|give-?aways?|redeem|free|bonus|visit|eligible|winners?|gifts?)\b/i
const money = /[$€£]\s?\d|\d\s?[$€£]|\d\s?(?:usdc|usdt|eth|bnb|matic|pol)\b/i

/** A longer text is not a name. */
const lengthMax = 300

type Found = { isLink: boolean; isHost: boolean; isLure: boolean; isMoney: boolean }

const foundIn = (whole: string): Found => {
  const text = whole.slice(0, lengthMax)
  const isLink = link.test(text)
  return {
    isLink,
    isHost: isLink || (text.match(hostLike) ?? []).some(startsWithHost),
    isLure: lure.test(text),
    isMoney: money.test(text),
  }
}

/** Hosts and scam words also occur in honest names: neither is enough by itself. */
export const words: Rule = ({ name, symbol }) => {
  const { isLink, isHost, isLure, isMoney } = foundIn([name, symbol].filter((part) => part !== null).join(' '))
  const asked = isLure ? (isHost && !isLink ? 35 : 25) : 0
  const weight = (isLink ? 55 : isHost ? 25 : 0) + asked + (isMoney && (isHost || isLure) ? 25 : 0)
  if (weight === 0) return null
  const parts = [isHost && 'a web address', isLure && 'typical scam words', isMoney && 'an amount of money']
  return { rule: 'words', weight, text: `Its name or symbol contains ${parts.filter(Boolean).join(', ')}.` }
}

/** The same words in the names of at least half of its tokens. */
export const tokenWords: Rule = ({ tokenNames }) => {
  const found = tokenNames.map(foundIn)
  const isMost = (part: readonly Found[]): boolean => part.length > 0 && 2 * part.length >= found.length
  if (isMost(found.filter(({ isLink, isHost, isLure, isMoney }) => isLink || (isLure && (isHost || isMoney)))))
    return { rule: 'token-words', weight: 55, text: 'The names of its tokens urge people to claim something.' }
  return isMost(found.filter(({ isHost }) => isHost))
    ? { rule: 'token-words', weight: 25, text: 'The names of its tokens contain a web address.' }
    : null
}
