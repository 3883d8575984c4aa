import type { Candidate, Recogniser } from '#lib/format/recogniser.ts'
import { withoutLeading, withoutTrailing } from '#lib/format/trim-characters.ts'
import { recognisers } from './recognisers.ts'

const lengthMax = 2_048

type Place = { recogniser: Recogniser; chain: string }

const placeOf = (chainIn: (recogniser: Recogniser) => string | undefined): Place | undefined => {
  for (const recogniser of recognisers) {
    const chain = chainIn(recogniser)
    if (chain !== undefined) return { recogniser, chain }
  }
  return undefined
}

const placeNamed = (name: string): Place | undefined => placeOf(({ chainNamed }) => chainNamed(name))

const onAny = (text: string): Candidate[] => {
  const owner = recognisers.find(({ claims }) => claims?.(text))
  return owner ? owner.read(text) : recognisers.flatMap(({ read }) => read(text))
}

const fromUrl = (text: string): Candidate[] | undefined => {
  if (!/^(https?:\/\/|\/|[\w-]+(\.[\w-]+)+\/)/i.test(text)) return undefined
  const url = URL.parse(
    /^https?:/i.test(text) ? text : `https://${text.startsWith('/') ? `this.invalid${text}` : text}`,
  )
  if (url === null) return undefined
  const segments = url.pathname.split('/').filter(Boolean)
  const place = placeOf(({ chainOfHost }) => chainOfHost(url.hostname)) ?? placeNamed(segments[0] ?? '')
  for (const [index, segment] of segments.entries()) {
    const word = segment.toLowerCase()
    const value = segments[index + 1]
    if (value === undefined) continue
    const owner = place?.recogniser ?? recognisers.find(({ ownWords }) => ownWords?.has(word)) ?? recognisers[0]
    const found = owner?.readLink({ word, value, chain: place?.chain, url, segments, index }) ?? []
    if (found.length > 0) return found
  }
  return []
}

/**
 * Recognises an address, hash or number, any of them after a chain's name (`eth:0x…`), or a link to a page of this or
 * another explorer. The likeliest candidate comes first; several mean that the text is ambiguous.
 */
export const recognise = (text: string): Candidate[] => {
  const trimmed = withoutTrailing(withoutLeading(text.trim(), `"'<(`), `"'>),;.`)
  if (trimmed === '' || trimmed.length > lengthMax) return []
  const link = fromUrl(trimmed)
  if (link) return link
  const [, prefix, rest] = /^([a-z][a-z0-9 -]{1,31}):\s*(\S.*)$/i.exec(trimmed) ?? []
  const place = prefix === undefined ? undefined : placeNamed(prefix)
  return place && rest !== undefined ? place.recogniser.read(rest, place.chain) : onAny(trimmed)
}

const recogniserOf = ({ kind }: Candidate): Recogniser | undefined =>
  recognisers.find(({ family }) => kind.startsWith(`${family}-`))

/** The family of a candidate. */
export const candidateFamily = (candidate: Candidate): string => recogniserOf(candidate)?.family ?? ''

/** Whether its pages belong to one of several chains. */
export const isOnChains = (candidate: Candidate): boolean => recogniserOf(candidate)?.hasChains ?? false

/** Whether a family's pages belong to one of several chains. */
export const hasSeveralChains = (name: string): boolean =>
  recognisers.some(({ family, hasChains }) => family === name && hasChains)

/** The page of a candidate; `chain` is used if the text does not name one. */
export const candidatePath = (candidate: Candidate, chain: string): string =>
  recogniserOf(candidate)?.path(candidate, chain) ?? '/'

export const candidateTitle = (candidate: Candidate): string => recogniserOf(candidate)?.titles[candidate.kind] ?? ''

/** The page of a candidate on all chains at once, if there is one. */
export const candidatePathOnAll = (candidate: Candidate): string | undefined =>
  recogniserOf(candidate)?.pathOnAll?.(candidate)
