import { candidatesIn } from '#lib/format/candidates-in.ts'
import type { Candidate, Recogniser } from '#lib/format/recogniser.ts'
import { recognisers } from './recognisers.ts'

/** The meanings of a pasted text in all chain families, see `candidatesIn`. */
export const recognise = (text: string): Candidate[] => candidatesIn(recognisers, text)

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
