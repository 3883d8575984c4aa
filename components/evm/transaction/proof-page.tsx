import { FaultState } from '#components/chain/fault-state.tsx'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { proofEndpoints } from '#lib/evm/transaction/proof-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { TransactionProof } from './transaction-proof.tsx'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionProof,
  kind: 'Proof of inclusion',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  questions: async ({ ask, chain, hash }) => ({
    transaction: await transactionQuestion(ask, chain, hash),
    // The browser requests the proof and verifies it step by step.
    proof: callTo(proofEndpoints.evmTransactionProof, { chain, transaction_hash: hash }),
  }),
  about: ({ state, hash }) => ({
    title: hash,
    place: state.title,
    summary: `Proof that the transaction ${shortText(hash)} and its receipt are part of a block on ${state.title}.`,
  }),
  body: async ({ chain, hash, questions, answers }) => {
    const { data, fault } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    return (
      <Panel title="Proof of inclusion" aside={<RecordAside title="Proof of inclusion" call={questions.proof} />}>
        <p className="border-line border-b px-4 py-3 text-muted text-sm">
          If every step passes, this exact transaction and receipt, with its status and logs, are part of the block with
          the hash <code className="break-all font-mono text-ink">{data.block_hash}</code>. This requires no trust in
          this server. It does not prove that the block is canonical or who sent the transaction: compare the block hash
          with a source that you trust.
        </p>
        <TransactionProof key={data.block_hash} chain={chain} transactionHash={hash} blockHash={data.block_hash} />
      </Panel>
    )
  },
})
