import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The part of the ledger that the NFT lists cover. */
type IndexCoverage =
  /** A hosted index with unknown coverage. */
  | { state: 'hosted' }
  /** No index of this network. */
  | { state: 'none' }
  /** Nothing is indexed yet. */
  | { state: 'empty'; error: string | null }
  | {
      /** At the head, at the head but not with the whole ledger, catching up, or stopped by a failure. */
      state: 'current' | 'partial' | 'behind' | 'stopped'
      first: string
      last: string
      /** The node's newest version, or the last that is wanted. */
      head: string | null
      /** The last version that is wanted, where the ledger is not followed. */
      end: string | null
      /** Earlier activity is in no list. */
      isFromTheMiddle: boolean
      gaps: number
      /** What may be missing even from indexed versions. */
      omission: string | null
      error: string | null
    }

/** The ledger advances between two requests: a lag of this many versions is normal. */
const versionsAtHead = 5_000n

export const indexCoverage = ({ source, index }: AptosStatus): IndexCoverage => {
  if (source === 'hosted') return { state: 'hosted' }
  if (index === null) return { state: 'none' }
  const { first_version: first, last_version: last, end_version: end, gaps, error } = index
  if (first === null || last === null) return { state: 'empty', error }
  const head = end !== null && isAfter(index.head_version, end) ? end : index.head_version
  const isBehind = head !== null && BigInt(head) - BigInt(last) > (end === null ? versionsAtHead : 0n)
  return {
    state: error !== null ? 'stopped' : isBehind ? 'behind' : isIndexWhole(index) ? 'current' : 'partial',
    first,
    last,
    head,
    end,
    isFromTheMiddle: first !== '0',
    gaps,
    omission: index.omission ?? null,
    error,
  }
}

type Index = NonNullable<AptosStatus['index']>

/** Whether all versions from the first to the newest indexed one are listed, with everything in them. */
export const isIndexWhole = (index: Index): boolean => index.omission === undefined && hasEveryVersion(index)

export const hasEveryVersion = ({ coverage, assets }: Index): boolean =>
  [coverage, assets?.coverage ?? coverage].every((ranges) => /^0-\d+$/.test(ranges))

const isAfter = (version: string | null, end: string): boolean => version !== null && BigInt(version) > BigInt(end)
