import type { Ask } from '#components/kit/paced-queries.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import { aptosFindingsOf } from './aptos-findings.ts'
import { evmFindings } from './evm-findings.ts'
import type { Finding, Served } from './finding.ts'

const isAptos = ({ kind }: Candidate): boolean => kind.startsWith('aptos-')

/** The matches; if there are none and a place failed, the failure. */
const allOf = async (questions: readonly Promise<Finding[]>[]): Promise<Finding[]> => {
  const answers = await Promise.allSettled(questions)
  const findings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (findings.length === 0 && failed) throw failed.reason
  return findings
}

/** Matches of a pasted item on the served chains, with their pages. Empty without matches. */
export const lookUp = async (ask: Ask, candidates: readonly Candidate[], served: Served): Promise<Finding[]> => {
  // A search answers for a transaction and a block at once.
  const [evm] = candidates.filter((candidate) => !isAptos(candidate))
  const others = served.hasAptos ? candidates.filter(isAptos) : []
  const isHash = evm?.value.length === 66
  const asked = evm ? evmFindings(ask, evm, served) : Promise.resolve([])
  // Two things never share a hash: what one chain has needs no search elsewhere.
  if (isHash && (await asked.catch(() => [])).length > 0) return asked
  return allOf([asked, ...others.map((candidate) => aptosFindingsOf(ask, candidate))])
}

/** Why nothing was found. */
export const absenceOf = (candidates: readonly Candidate[], { chains, hasAptos }: Served): string => {
  const [first] = candidates
  if (first && isAptos(first) && !hasAptos) return 'Aptos is not served here'
  const named = first && 'chain' in first ? first.chain : undefined
  if (named !== undefined && !chains.some(({ chain }) => chain === named)) return `${named} is not served here`
  return 'not on the chains served here'
}
