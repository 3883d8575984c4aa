import { revertReason } from '#components/evm/frames/transaction/revert-reason.ts'
import { reasonText } from '#components/evm/parts/calls/named-text.ts'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { Link } from '#components/ui/link.tsx'
import { panicMeaning } from '#lib/evm/api/format/panic-meaning.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Ask } from '#lib/pages/question.ts'

const reasonMax = 300

/**
 * Why a transaction failed: the error that its own call returned, as the call tree decodes it, otherwise the reason of an inner
 * call, otherwise what the receipt shows. Receipts contain no reason.
 */
export const FailureReason = async ({
  ask,
  chain,
  transaction: { hash, receipt_gas_used, gas },
}: {
  ask: Ask
  chain: string
  transaction: DecodedTransaction
}) => {
  if (receipt_gas_used === gas) return <span className="text-muted">Out of gas.</span>
  const tree = await ask(evmExplorerCall('evmCallTree', { chain, transaction_hash: hash }))
  const root = tree.data?.frames[0]
  const own = root?.reason
  if (own)
    return (
      <span className="wrap-anywhere">
        Reverted: <q>{cutText(ownReason(own), reasonMax)}</q>
        {own.source === 'signatures' && <span className="text-muted"> (guessed name)</span>}
      </span>
    )
  const input = { chain, transaction_hash: hash, include: 'internal_transactions' } as const
  const { data } = await ask({ ...evmCall('transaction', input), isWhole: true })
  const reasons = (data?.internal_transactions ?? []).flatMap(({ output }) => revertReason(output) ?? [])
  const reason = reasons.at(-1)
  if (reason === undefined && root && root.output_bytes > 0)
    return <span className="text-muted">Reverted with an error that no known ABI declares.</span>
  if (reason !== undefined)
    return (
      <span>
        An inner call reverted: <q>{reason}</q>
      </span>
    )
  const starved = tree.data?.frames.find(({ error }) => error !== null && outOfGas.test(error))
  if (!starved) return <span className="text-muted">Reverted by the contract without a reason.</span>
  return (
    <Link
      href={`${evmTabPaths.transactionCalls({ chain, hash })}#call-${starved.frame}`}
      className="text-accent hover:underline"
    >
      An inner call ran out of gas (limit {groupedNumber(starved.gas)})
    </Link>
  )
}

/** As geth, Erigon, Reth and anvil ("out of gas", "OutOfGas"), Nethermind ("OutOfGas"), and Besu ("Out of gas") say it. */
const outOfGas = /out\s?of\s?gas/i

const ownReason = (reason: NonNullable<EvmCallTree['frames'][number]['reason']>): string => {
  const [code] = reason.arguments
  return reason.signature === 'Panic(uint256)' && code ? panicMeaning(code.value) : reasonText(reason)
}
