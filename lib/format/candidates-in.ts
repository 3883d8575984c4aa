import type { Candidate, Recogniser } from './recogniser.ts'
import { withoutWrapping } from './visible-text.ts'
import { isHash } from './written.ts'

/** Longer texts name nothing. */
const pastedLengthMax = 2_048

type Recognisers = readonly Recogniser[]
type Place = { recogniser: Recogniser; chain: string }

const placeOf = (
  recognisers: Recognisers,
  chainIn: (recogniser: Recogniser) => string | undefined,
): Place | undefined => {
  for (const recogniser of recognisers) {
    const chain = chainIn(recogniser)
    if (chain !== undefined) return { recogniser, chain }
  }
  return undefined
}

const placeNamed = (recognisers: Recognisers, name: string): Place | undefined =>
  placeOf(recognisers, ({ chainNamed }) => chainNamed(name))

const onAny = (recognisers: Recognisers, text: string): Candidate[] => {
  const owner = recognisers.find(({ claims }) => claims?.(text))
  return owner ? owner.read(text) : recognisers.flatMap(({ read }) => read(text))
}

/** CAIP-10 accounts, also as a DID, and CAIP-19 assets: `eip155:1:0x…`, `did:pkh:eip155:1:0x…`, `eip155:1/erc721:0x…/123`. */
const caip = /^(?:did:pkh:)?([a-z0-9-]{3,8}:[\w-]{1,32})(?::|\/[a-z0-9-]{3,8}:)(0x\S+)$/i
/** A chain's name and a text: `polygon:0x…`, EIP-3770. */
const named = /^([a-z][a-z0-9 -]{1,31}):\s*(\S.*)$/i

const fromId = (recognisers: Recognisers, text: string): Candidate[] => {
  for (const { readUri } of recognisers) {
    const found = readUri?.(text)
    if (found) return found
  }
  const [, chain, id] = caip.exec(text) ?? named.exec(text) ?? []
  const place = chain === undefined ? undefined : placeNamed(recognisers, chain)
  return place && id !== undefined ? place.recogniser.read(id, place.chain) : onAny(recognisers, text)
}

const linkForm = /^(https?:\/\/|\/|[\w-]+(\.[\w-]+)+\/)/i
/** Hex that is hardly anything but an address or a hash, with a chain before it or not: in a link nothing else says so. */
const idInLink = /^(?:[a-z0-9-]{1,32}:){0,2}0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

/** The address that a text is; a path is one of this site, whose host nobody knows. */
export const writtenLink = (text: string): URL | undefined => {
  if (!linkForm.test(text)) return undefined
  return (
    URL.parse(/^https?:/i.test(text) ? text : `https://${text.startsWith('/') ? `this.invalid${text}` : text}`) ??
    undefined
  )
}

/** A segment of a path as it was before it was escaped; as it is if that cannot be undone. */
const unescaped = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const fromUrl = (recognisers: Recognisers, text: string): Candidate[] | undefined => {
  const url = writtenLink(text)
  if (url === undefined) return undefined
  // Some explorers keep the path of a page behind `#`.
  const segments = `${url.pathname}/${url.hash.replace(/^#/, '')}`.split(/[/?&]/).filter(Boolean).map(unescaped)
  // The chain comes first (`/polygon/tx/…`), or after one word (`/assets/ethereum/…`).
  const names = segments.slice(0, 2).filter((segment, index) => index === 0 || !segment.startsWith('0x'))
  const place =
    placeOf(recognisers, ({ chainOfLink }) => chainOfLink(url)) ??
    names.map((name) => placeNamed(recognisers, name)).find((found) => found !== undefined)
  for (const [index, segment] of segments.entries()) {
    const word = segment.toLowerCase()
    const value = segments[index + 1]
    if (value === undefined) continue
    const owner = place?.recogniser ?? recognisers.find(({ ownWords }) => ownWords?.has(word))
    for (const { readLink } of owner ? [owner] : recognisers) {
      const found = readLink({ word, value, chain: place?.chain, url, segments, index })
      if (found.length > 0) return found
    }
  }
  const id = [...segments, ...url.searchParams.values()].find((value) => idInLink.test(value))
  if (id === undefined) return []
  return place && !id.includes(':') ? place.recogniser.read(id, place.chain) : fromId(recognisers, id)
}

const inOnePiece = (recognisers: Recognisers, text: string): Candidate[] =>
  fromUrl(recognisers, text) ?? fromId(recognisers, text)

/** An address or a hash, which nobody mistakes for parts of something else. */
const isWholeId = ({ value }: Candidate): boolean => /^0x[0-9a-f]{40}$/.test(value) || isHash(value)

/**
 * The meanings of a text that was pasted: an address, hash or number, alone, after a chain's name (`eth:0x…`), in a CAIP
 * id, in the URI of a wallet (`ethereum:0x…@1`), or in a link to a page of this or another explorer. Invisible characters
 * and what is round it are left out, and an id broken by spaces or lines is joined. The likeliest candidate comes first;
 * several mean that the text is ambiguous. Sources: CAIP-2, CAIP-10, CAIP-19, EIP-681, EIP-3770.
 */
export const candidatesIn = (recognisers: Recognisers, text: string): Candidate[] => {
  if (text.length > pastedLengthMax) return []
  const trimmed = withoutWrapping(text)
  const found = trimmed === '' ? [] : inOnePiece(recognisers, trimmed)
  if (found.length > 0 || !/\s/.test(trimmed)) return found
  const joined = inOnePiece(recognisers, trimmed.replace(/\s+/g, ''))
  return joined.every(isWholeId) ? joined : []
}
