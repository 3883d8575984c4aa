import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LongText } from '#components/source/long-text.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { callTo } from '#lib/pages/question.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionRaw,
  kind: 'Raw',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  questions: ({ chain, hash }) => ({
    transaction: { ...callTo(transactionEndpoints.transaction, { chain, transaction_hash: hash }), isWhole: true },
  }),
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ questions, answers }) => {
    const { data, fault } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    return (
      <Panel title="API response" aside={<RecordAside title="API response" call={questions.transaction} />}>
        <LongText
          value={JSON.stringify(data, null, 2)}
          label="Copy JSON"
          className="m-4 [&>pre]:max-h-none"
          call={questions.transaction}
          path={[]}
          shown={20_000}
        />
      </Panel>
    )
  },
})
