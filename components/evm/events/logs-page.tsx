import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/about-transaction.ts'
import { MissingAbisNote } from '#components/evm/frames/transaction/missing-abis-note.tsx'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { transactionPlace } from '#components/evm/parts/places.ts'
import { addressesIn, readKnown } from '#components/evm/parts/values/known-addresses.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { shortenedHeader } from '#lib/api/answer-size.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { LogCard } from './log-card.tsx'

const logsOnPage = 12
const topics = ['topic0', 'topic1', 'topic2', 'topic3'] as const
const fields = ['log_index', 'address', ...topics, 'data', 'decoded_event', 'guessed_event'] as const

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionLogs,
  kind: 'Logs',
  of: 'Transaction',
  place: transactionPlace,
  NotFound: TransactionNotFound,
  questions: async ({ ask, chain, hash }) => ({ transaction: await transactionQuestion(ask, chain, hash) }),
  rows: async (_, { transaction }) => rowsOf('transactionVerbose', (await transaction).data?.logs ?? [], fields),
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ ask, state, chain, path, query, questions, answers }) => {
    const { data, fault, headers } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    const asked = data.logs.findIndex(({ log_index }) => log_index === query.log)
    const part = listPart(data.logs, asked < 0 ? query.from : String(asked), logsOnPage)
    const call = questions.transaction
    const known = await readKnown(ask, state, [
      ...part.items.map(({ address }) => address),
      ...addressesIn(part.items.map(({ decoded_event, guessed_event }) => (decoded_event ?? guessed_event)?.params)),
    ])
    return (
      <Panel aria-label="Logs">
        <MissingAbisNote headers={headers} />
        {data.logs.length === 0 ? (
          <EmptyState title="No logs">This transaction emitted no events.</EmptyState>
        ) : (
          <>
            <ol>
              {part.items.map((log, index) => (
                <LogCard
                  key={log.log_index}
                  chain={chain}
                  log={log}
                  known={known}
                  call={call}
                  path={['logs', part.offset + index]}
                />
              ))}
            </ol>
            {headers?.[shortenedHeader] && (
              <p className="px-4 py-2.5 text-muted text-sm">
                The transaction is too large to be shown whole: it has more logs, or longer ones, than these.
              </p>
            )}
            <PartLinks part={part} noun="logs" href={(from) => `${path}?from=${from}`} />
          </>
        )}
        <SourceFoot title="Logs" call={call} />
      </Panel>
    )
  },
})
