import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { NumberedTitle } from '#components/aptos/frames/numbered-title.tsx'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath, readU64 } from '#components/aptos/parts/aptos-path.ts'
import {
  ConsensusSkeleton,
  ProposerSkeleton,
  TransactionsSkeleton,
} from '#components/aptos/parts/digital-asset-panel.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { aptosBlockParams } from '#components/aptos/parts/params.ts'
import { isTransactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { isoOfMicros, MicroTimestamp } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { decimalOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { minuteOf } from '#components/kit/short-text.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlock, AptosBlockSummary, AptosTransaction } from '#lib/aptos/api/records.ts'
import { aptosBlockApi } from '#lib/aptos/block/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'
import { AptosBlockTransactions } from './block-transactions.tsx'
import { ConsensusFacts, consensusQuestions } from './consensus-facts.tsx'

type BlockFactsProps = {
  block: AptosBlockSummary
  network: AptosNetwork
  /** Facts that are known later: who proposed it, in which epoch and round. */
  children?: ReactNode
}

const BlockFacts = ({ block, network, children }: BlockFactsProps) => {
  const count = BigInt(block.last_version) - BigInt(block.first_version) + 1n
  return (
    <Panel aria-label="Block">
      <Facts>
        <Fact label="Time">
          <MicroTimestamp micros={block.block_timestamp} />
        </Fact>
        <Fact label="Transactions">{groupedNumber(count)}</Fact>
        <Fact label="Versions">
          <VersionLink version={block.first_version} network={network} />
          {' – '}
          <VersionLink version={block.last_version} network={network} />
        </Fact>
        {children}
      </Facts>
      <SourceFoot
        title="Block"
        call={callTo(aptosBlockApi.blockByHeight, { block_height: block.block_height, network })}
      />
    </Panel>
  )
}

/** The proposer of a block, from its metadata transaction. Genesis has none. */
const ProposerFacts = ({
  transactions,
  network,
}: {
  transactions: readonly AptosTransaction[]
  network: AptosNetwork
}) => {
  const metadata = transactions.find(({ type }) => type === 'block_metadata_transaction')
  const proposer = jsonTextOf(metadata?.proposer)
  const epoch = decimalOf(metadata?.epoch)
  const round = decimalOf(metadata?.round)
  return (
    <>
      <Fact label="Epoch, round">
        {epoch === undefined || round === undefined ? (
          <span className="text-muted">none</span>
        ) : (
          `${groupedNumber(epoch)}, ${groupedNumber(round)}`
        )}
      </Fact>
      <Fact label="Proposer" long>
        {proposer === undefined ? (
          <span className="text-muted">none: this block has no metadata transaction</span>
        ) : (
          <AccountLink address={proposer} network={network} />
        )}
      </Fact>
    </>
  )
}

const fields = ['version', 'type', 'hash', 'success', 'vm_status', 'sender', 'gas_used', 'timestamp'] as const

/** The header decides whether the page exists; the transactions stream in after it. */
const WholeTransactions = async ({
  answer,
  ...list
}: Omit<ComponentProps<typeof AptosBlockTransactions>, 'transactions'> & { answer: Promise<Answer<AptosBlock>> }) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <Panel title="Transactions">
        <FaultState {...fault} />
      </Panel>
    )
  return <AptosBlockTransactions {...list} transactions={data.transactions ?? []} />
}

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.block,
  kind: 'Aptos block',
  params: aptosBlockParams,
  NotFound: notThere('block'),
  questions: ({ height, network }) => ({
    header: { ...callTo(aptosBlockApi.blockByHeight, { block_height: height, network }), part: 'header' },
    whole: callTo(aptosBlockApi.blockByHeight, { block_height: height, network, with_transactions: true }),
  }),
  later: async ({ network }, answers) => consensusQuestions((await answers.whole).data?.transactions ?? [], network),
  rows: async (_, answers) => rowsOf('blockByHeight', (await answers.whole).data?.transactions ?? [], fields),
  about: async ({ height, place }, answers) => {
    const { data: block } = await answers.header
    const count = block ? BigInt(block.last_version) - BigInt(block.first_version) + 1n : undefined
    const has = count === undefined ? '' : ` has ${counted(count, 'transaction')}`
    return {
      title: height,
      place,
      summary: `Block ${groupedNumber(height)} of ${place}${has}.`,
      facts: block
        ? [
            ['Time', minuteOf(isoOfMicros(block.block_timestamp))],
            ['Versions', `${block.first_version} – ${block.last_version}`],
          ]
        : [],
    }
  },
  body: async ({ ask, height, network, status, query, questions, answers }) => {
    const type = isTransactionKind(query.type) ? query.type : undefined
    const fromVersion = typeof query.from_version === 'string' ? readU64(query.from_version) : undefined
    const { data: header, fault } = await answers.header
    const beside = (step: 1n | -1n): string =>
      aptosPath(aptosPaths.block({ height: (BigInt(height) + step).toString() }), network, { type })
    const title = (
      <NumberedTitle
        kind="block"
        number={height}
        network={network}
        previous={height === '0' ? undefined : beside(-1n)}
        next={height === status?.block_height ? undefined : beside(1n)}
      >
        {header && (
          <Copied value={header.block_hash} label="Copy block hash">
            <Hash value={header.block_hash} />
          </Copied>
        )}
      </NumberedTitle>
    )
    if (fault)
      return (
        <>
          {title}
          <Panel>
            <FaultState {...fault} />
          </Panel>
        </>
      )
    const Proposer = async () => {
      const { data } = await answers.whole
      return data && <ProposerFacts transactions={data.transactions ?? []} network={network} />
    }
    const Consensus = async () => {
      const { data } = await answers.whole
      return (
        data && (
          <ConsensusFacts transactions={data.transactions ?? []} network={network} ask={ask} source={questions.whole} />
        )
      )
    }
    const count = Number(header.last_version) - Number(header.first_version) + 1
    return (
      <>
        {title}
        <div className="space-y-4">
          <BlockFacts block={header} network={network}>
            <Suspense key={`proposer ${network} ${height}`} fallback={<ProposerSkeleton />}>
              <Proposer />
            </Suspense>
          </BlockFacts>
          <Suspense
            key={`consensus ${network} ${height}`}
            fallback={height === '0' ? undefined : <ConsensusSkeleton />}
          >
            <Consensus />
          </Suspense>
          <Suspense key={`list ${network} ${height}`} fallback={<TransactionsSkeleton count={count} />}>
            <WholeTransactions
              answer={answers.whole}
              height={height}
              network={network}
              filter={{ type, fromVersion }}
            />
          </Suspense>
        </div>
      </>
    )
  },
})
