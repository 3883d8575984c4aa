import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { Call } from '#lib/pages/question.ts'

/** A part of a transaction that is too long for one page. */
export type PartProps = {
  /** The state changes of the transaction; in them, objects that are digital assets are recognised. */
  changes: unknown
  network: AptosNetwork
  /** The first item to show, as in the URL. */
  from: unknown
  href: (from: number) => string
  call: Call
}
