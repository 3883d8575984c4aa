'use client'

import { useQuery } from '@tanstack/react-query'
import { responseRequestId } from '#components/browser-send.ts'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { OutcomeCounts } from '#components/evm/parts/outcome-badge.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { isServiceError } from '#lib/base/errors.ts'
import { ProofStepRow } from './proof-step.tsx'

const stepCount = 4

type Props = { chain: string; transactionHash: string; blockHash: string }

/** Fetches the proof of a transaction and verifies it in the browser against the two hashes of the page. */
export const TransactionProof = ({ chain, transactionHash, blockHash }: Props) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['evm-proof', chain, transactionHash, blockHash],
    queryFn: async ({ signal }) => {
      const asked = fromEvmExplorer('/evm/transactions/:transaction_hash/proof').call(
        { chain, transaction_hash: transactionHash },
        { signal },
      )
      // The verification code is only loaded here.
      const [proof, { verifyProof }] = await Promise.all([asked, import('./verify-proof.ts')])
      return { proof, steps: verifyProof(proof, { transactionHash, blockHash }) }
    },
  })
  if (error) {
    const again = (
      <Button onClick={() => refetch()} disabled={isFetching}>
        {isFetching ? 'Trying…' : 'Try again'}
      </Button>
    )
    if (isServiceError(error) && isNotServed(error))
      return (
        <NotIndexedState title="Not available here" action={again}>
          {error.message}
        </NotIndexedState>
      )
    return (
      <ErrorState title="The proof could not be loaded" action={again} requestId={responseRequestId(error)}>
        {isServiceError(error) ? error.message : 'The browser could not read it.'}
      </ErrorState>
    )
  }
  if (!data) return <Loading />
  const { steps, proof } = data
  const bytesOf = {
    transaction_hash: proof.transaction.bytes,
    block_hash: proof.header.bytes,
    // They are shown with the first step.
    transaction_path: null,
    receipt_path: proof.receipt.bytes,
  }
  const nodesOf = {
    transaction_hash: [],
    block_hash: [],
    transaction_path: proof.transaction.nodes,
    receipt_path: proof.receipt.nodes,
  }
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2.5 text-sm">
        Verified in this browser: <OutcomeCounts outcomes={steps.map(({ outcome }) => outcome)} />
      </p>
      <ol>
        {steps.map((step, index) => (
          <ProofStepRow
            key={step.name}
            step={step}
            number={index + 1}
            bytes={bytesOf[step.name]}
            nodes={nodesOf[step.name]}
          />
        ))}
      </ol>
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="The proof is read and verified" data-loading>
    {Array.from({ length: stepCount }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={index} className="grid gap-3 border-line border-b px-4 py-3 last:border-b-0">
        <Skeleton className="w-3/5" />
        <Skeleton className="w-4/5" />
      </div>
    ))}
  </div>
)
