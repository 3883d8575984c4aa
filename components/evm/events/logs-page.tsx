import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { MissingAbisNote } from '#components/evm/frames/transaction/missing-abis-note.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { addressesIn, readKnown } from '#components/evm/parts/values/known-addresses.ts'
import type { AddressBook } from '#components/evm/parts/values/nobody.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { LongText } from '#components/source/long-text.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import type { TextPath } from '#components/source/text-at.ts'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { shortenedHeader } from '#lib/api/fit-answer.ts'
import type { DecodedLog } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { withFilters } from '#lib/format/filters.ts'
import type { Call } from '#lib/pages/question.ts'

/** Maximum length of the data of one log. */
const shownMax = 1_300

/** The topics and the data of a log. */
const RawLog = ({ log, call, path }: { log: DecodedLog; call: Call; path: TextPath }) => {
  const topics = [log.topic0, log.topic1, log.topic2, log.topic3].filter((topic) => topic !== null)
  return (
    <dl className="grid min-w-0 content-start gap-1 text-sm">
      {topics.map((topic, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: topics are identified by their index
        <div key={index} className="flex gap-3">
          <dt className="w-16 shrink-0 text-muted">Topic {index}</dt>
          <dd className="flex min-w-0 items-start gap-1 font-mono text-xs leading-5">
            <span data-mark={topic} className="break-all">
              {topic}
            </span>
            <CopyButton value={topic} label={`Copy topic ${index}`} className="-mt-0.5" />
          </dd>
        </div>
      ))}
      <div className="flex gap-3">
        <dt className="w-16 shrink-0 text-muted">Data</dt>
        <dd className="min-w-0 grow">
          {log.data === '0x' ? (
            <span className="text-muted">none</span>
          ) : (
            <LongText value={log.data} label="Copy data" wrap call={call} path={[...path, 'data']} shown={shownMax} />
          )}
        </dd>
      </div>
    </dl>
  )
}

/** One event of a contract. Cards out of view are not laid out: a transaction may have thousands. */
const LogCard = ({
  chain,
  log,
  known,
  call,
  path,
}: {
  chain: string
  log: DecodedLog
  known: AddressBook
  /** The request whose response has the log, and its path there. */
  call: Call
  path: TextPath
}) => {
  const { decoded_event, guessed_event } = log
  const event = decoded_event ?? guessed_event
  return (
    <li
      id={`log-${log.log_index}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-b p-4 [contain-intrinsic-size:auto_14rem] [content-visibility:auto] last:border-b-0 target:bg-accent/5"
    >
      <div className="flex min-w-0 items-center gap-2 text-sm">
        <Badge title="Index in the block">{log.log_index}</Badge>
        <AddressLink chain={chain} address={log.address} label={known.names.get(log.address)} className="min-w-0" />
        <CopyButton value={log.address} label="Copy contract address" />
        {log.topic0 && (
          <Link
            href={withFilters(evmTabPaths.walletEvents({ chain, address: log.address }), {
              event: event && event.signature.length < 300 ? event.signature : log.topic0,
            })}
            className="ml-auto shrink-0 text-accent text-xs hover:underline"
          >
            All of this kind
          </Link>
        )}
      </div>
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3', event && 'lg:grid-cols-2')}>
        {event && (
          <div className="min-w-0">
            <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
              <p data-mark={event.label} className="break-all font-mono text-sm">
                {cutText(event.signature)}
              </p>
              {!decoded_event && <GuessNote of="event" signature={event.signature} />}
            </div>
            <DecodedParameters
              chain={chain}
              signature={cutText(event.signature)}
              params={event.params}
              contract={log.address}
              known={known}
            />
          </div>
        )}
        <RawLog log={log} call={call} path={path} />
      </div>
    </li>
  )
}

const logsOnPage = 12
const topics = ['topic0', 'topic1', 'topic2', 'topic3'] as const
const fields = ['log_index', 'address', ...topics, 'data', 'decoded_event', 'guessed_event'] as const

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionLogs,
  kind: 'Logs',
  of: 'Transaction',
  params: transactionParams,
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
