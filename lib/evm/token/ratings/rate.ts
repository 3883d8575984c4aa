import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'

/** The input of the rules. Unknown values are null: rules ignore them. */
export type ContractEvidence = {
  address: string
  kind: ContractKind | null
  /** As stored and shown: without invisible characters. */
  name: string | null
  symbol: string | null
  /** As reported by the contract, with control characters. */
  reportedName: string | null
  reportedSymbol: string | null
  /** Names of some tokens, from their documents. */
  tokenNames: readonly string[]
  transfers: TransferEvidence
  /** A trusted token at another address with a visually identical name or symbol. */
  lookAlike: { title: string; address: string; by: 'name' | 'symbol' } | null
  /** Of the checked tokens: how many have a different owner in the contract than in its events. */
  owners: { checked: number; differing: number } | null
  supply: SupplyEvidence | null
}

/** Facts about a contract's newest transfers. The zero address is not a recipient. */
export type TransferEvidence = {
  /** Whether these are all known transfers. */
  isWhole: boolean
  /** From the oldest of them to the newest block. */
  days: number
  /** The maximum number of receivers in one transaction. */
  receiversAtOnce: number
  receivers: number
  /** Receivers that sent nothing since. */
  silentReceivers: number
  /** Well-known addresses to which something was minted. */
  famousReceivers: number
}

/** For a fully indexed ERC721 contract: its `totalSupply()`, and how many tokens have an owner. */
type SupplyEvidence = {
  reported: bigint
  known: number
  /** Whether `known` is the exact number. */
  isCountWhole: boolean
}

/** Why a contract may be spam, as text for users; the score is the sum of the weights. */
type Reason = {
  rule: string
  weight: number
  text: string
  /** The address of the token that it resembles. */
  imitates?: string
}

type Rule = (evidence: ContractEvidence) => Reason | null

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
const words: Rule = ({ name, symbol }) => {
  const { isLink, isHost, isLure, isMoney } = foundIn([name, symbol].filter((part) => part !== null).join(' '))
  const asked = isLure ? (isHost && !isLink ? 35 : 25) : 0
  const weight = (isLink ? 55 : isHost ? 25 : 0) + asked + (isMoney && (isHost || isLure) ? 25 : 0)
  if (weight === 0) return null
  const parts = [isHost && 'a web address', isLure && 'typical scam words', isMoney && 'an amount of money']
  return { rule: 'words', weight, text: `Its name or symbol contains ${parts.filter(Boolean).join(', ')}.` }
}

/** The same words in the names of at least half of its tokens. */
const tokenWords: Rule = ({ tokenNames }) => {
  const found = tokenNames.map(foundIn)
  const isMost = (part: readonly Found[]): boolean => part.length > 0 && 2 * part.length >= found.length
  if (isMost(found.filter(({ isLink, isHost, isLure, isMoney }) => isLink || (isLure && (isHost || isMoney)))))
    return { rule: 'token-words', weight: 55, text: 'The names of its tokens urge people to claim something.' }
  return isMost(found.filter(({ isHost }) => isHost))
    ? { rule: 'token-words', weight: 25, text: 'The names of its tokens contain a web address.' }
    : null
}

const timesMax = 2n
/** Below this a factor of two means little. */
const tokensMin = 10n

const otherSupply: Rule = ({ supply }) => {
  if (!supply) return null
  const known = BigInt(supply.known)
  const { reported } = supply
  if (known < tokensMin && reported < tokensMin) return null
  const isOff = known > timesMax * reported || (supply.isCountWhole && reported > timesMax * known)
  return isOff
    ? {
        rule: 'other-supply',
        weight: 35,
        text: `It reports ${reported} tokens, while ${supply.isCountWhole ? '' : 'at least '}${known} have an owner.`,
      }
    : null
}

const latin = /\p{Script=Latin}/u
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Used as ornaments and as signs: `MΞTA`, `Δ`, `µ`. */
const ornaments = /[ΞΔΛΣΩΦΨµμλπ]/gu

/** Latin and look-alike letters in one word, as in a forged name. */
const mixedScripts: Rule = ({ name, symbol }) =>
  [name, symbol].some((text) => text?.split(/[^\p{L}\p{M}]+/u).some(isMixed))
    ? { rule: 'mixed-scripts', weight: 40, text: 'Its name or symbol mixes look-alike letters of different scripts.' }
    : null

const isMixed = (word: string): boolean => {
  const letters = word.replaceAll(ornaments, '')
  return latin.test(letters) && likeLatin.test(letters)
}

const receiversMin = 50
const shareMax = 0.9
/** Receivers need time to use a token, and the sample must not be from one busy hour. */
const daysMin = 1
const daysMinOfPart = 7

/** Recipients of a wanted token use it; hardly anyone sends on an unsolicited one. */
const silentReceivers: Rule = ({ transfers }) => {
  const { receivers, silentReceivers: silent, days, isWhole } = transfers
  if (receivers < receiversMin || silent <= shareMax * receivers) return null
  if (days < (isWhole ? daysMin : daysMinOfPart)) return null
  const percent = Math.floor((100 * silent) / receivers)
  return { rule: 'silent-receivers', weight: 20, text: `${percent} % of its recipients never sent any of it.` }
}

/** One token may have moved since the index was read. */
const differingMin = 2

const otherOwners: Rule = ({ owners }) =>
  owners && owners.differing >= differingMin && owners.differing * 2 >= owners.checked
    ? {
        rule: 'other-owners',
        weight: 60,
        text: `Of ${owners.checked} checked tokens, ${owners.differing} have a different owner than its events show.`,
      }
    : null

/** Symbols are short, and shared by honest tokens. */
const weights = { name: 60, symbol: 25 } as const

const lookAlike: Rule = ({ lookAlike: found }) =>
  found && {
    rule: 'look-alike',
    weight: weights[found.by],
    text: `It has the ${found.by} of ${found.title}, which has another address.`,
    imitates: found.address,
  }

/** Zero widths, marks that change the direction, and fillers. Joiners are excluded: emoji and Indic scripts need them. */
const unseen =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]/u

/** Marks in the contract's own text, which are removed from displayed text. */
const hiddenMarks: Rule = ({ reportedName, reportedSymbol }) =>
  [reportedName, reportedSymbol].some((text) => text !== null && unseen.test(text))
    ? { rule: 'hidden-marks', weight: 40, text: 'Its name or symbol contains invisible characters.' }
    : null

/** Genuine projects pay many receivers at once too: this only counts along with other reasons. */
const receiversMax = 100

const manyReceivers: Rule = ({ transfers: { receiversAtOnce } }) =>
  receiversAtOnce > receiversMax
    ? { rule: 'many-receivers', weight: 25, text: `One transaction sent it to ${receiversAtOnce} addresses.` }
    : null

const famousMin = 3

/** Minted to widely watched wallets, so that it seems to belong to their owners. */
const famousReceivers: Rule = ({ transfers: { famousReceivers: famous } }) =>
  famous >= famousMin
    ? { rule: 'famous-receivers', weight: 35, text: `It was minted to ${famous} well-known addresses.` }
    : null

const rules: readonly Rule[] = [
  words,
  tokenWords,
  hiddenMarks,
  mixedScripts,
  lookAlike,
  manyReceivers,
  silentReceivers,
  famousReceivers,
  otherOwners,
  otherSupply,
]

export type Rating = {
  /** 0 to 100: how likely it is spam. */
  score: number
  /** Highest weight first. */
  reasons: Reason[]
}

export const rateContract = (evidence: ContractEvidence): Rating => {
  const reasons = rules.flatMap((rule) => rule(evidence) ?? []).sort((a, b) => b.weight - a.weight)
  return {
    score: Math.min(
      100,
      reasons.reduce((sum, { weight }) => sum + weight, 0),
    ),
    reasons,
  }
}
