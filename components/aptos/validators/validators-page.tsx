import { Suspense } from 'react'
import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { networkParams } from '#components/aptos/parts/params.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosValidatorPools, AptosValidators } from '#lib/aptos/validators/contract.ts'
import { aptosValidatorApi } from '#lib/aptos/validators/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'
import { ValidatorTable } from './validator-table.tsx'

/** The validators with what could be read of their stake pools. */
const ReadValidators = async ({
  found,
  answer,
  network,
}: {
  found: AptosValidators
  answer: Promise<Answer<AptosValidatorPools>>
  network: AptosNetwork
}) => {
  const { data, fault } = await answer
  const note = fault
    ? `Operators and commissions could not be read: ${fault.message}`
    : data.unknown > 0 && `${counted(data.unknown, 'stake pool')} could not be read: ${data.note}`
  return (
    <>
      {note && <p className="wrap-anywhere border-line border-b px-4 py-2 text-muted text-xs">{note}</p>}
      <ValidatorTable
        found={found}
        pools={new Map(data?.result.map((pool) => [pool.pool_address, pool]))}
        network={network}
      />
    </>
  )
}

const octaDecimals = 8
const minuteSeconds = 60

/** An epoch: its number, its times, and the stake of its validators. */
const EpochFacts = ({
  epoch: { epoch, epoch_started_at, epoch_seconds, ...found },
  isNow,
}: {
  epoch: AptosValidators
  /** Not one of the past. */
  isNow: boolean
}) => (
  <Facts>
    {isNow && epoch_started_at !== null && epoch_seconds > 0 && (
      <Fact label="Progress" wide>
        <EpochProgress startedAt={epoch_started_at} seconds={epoch_seconds} />
      </Fact>
    )}
    <Fact label="Epoch">{groupedNumber(epoch)}</Fact>
    <Fact label="Began">
      {epoch_started_at === null ? 'with genesis' : <Timestamp isAlone iso={epoch_started_at} />}
    </Fact>
    <Fact label="Lasts">{groupedNumber(Math.round(epoch_seconds / minuteSeconds))} minutes</Fact>
    <Fact label="Voting power">
      <Amount value={found.total_voting_power} decimals={octaDecimals} symbol="APT" />
    </Fact>
  </Facts>
)

/** How much of the epoch has passed. */
const EpochProgress = ({ startedAt, seconds }: { startedAt: string; seconds: number }) => {
  const passed = (Date.now() - Date.parse(startedAt)) / 1_000
  const percent = Math.min(100, Math.max(0, Math.round((100 * passed) / seconds)))
  return (
    <span className="flex items-center gap-3">
      <Meter percent={percent} className="max-w-80 grow" />
      {percent === 100 ? 'due to end' : `${percent}%, ${duration(seconds - passed)} left`}
    </span>
  )
}

/** The validators of an epoch, at any version that the node still has. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.validators,
  kind: 'Validators',
  isSelfNamed: true,
  filters: ['network', 'version'],
  params: networkParams,
  questions: ({ network, status, filters: { version } }) => {
    const input = { network, ...(version !== undefined && { ledger_version: version }) }
    const isHosted = status?.source === 'hosted'
    return {
      validators: isHosted ? undefined : callTo(aptosValidatorApi.aptosValidators, input),
      pools: isHosted ? undefined : callTo(aptosValidatorApi.aptosValidatorPools, input),
    }
  },
  about: async ({ place }, answers) => {
    const found = (await answers.validators)?.data
    return {
      title: `Validators of ${place}`,
      place,
      summary: found
        ? `${counted(found.result.length, 'validator')} of ${place} in epoch ${found.epoch}: operators, commissions, voting power and proposed blocks.`
        : `The validators of ${place}.`,
    }
  },
  body: async ({ network, place, path, filters, questions, answers }) => {
    const answer = await answers.validators
    const found = answer?.data
    return (
      <>
        <NetworkListTitle network={network} kind={`Validators of ${place}`} />
        {(!answer || !questions.validators) && (
          <NotIndexedState title="Not available here">
            This needs an Aptos full node, and this server has none.
          </NotIndexedState>
        )}
        {answer && questions.validators && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Panel
              title="Epoch"
              aside={
                <>
                  {found && `After version ${groupedNumber(found.ledger_version)}`}
                  <SourceLink title="Epoch" call={questions.validators} />
                </>
              }
            >
              <VersionForm action={path} network={network} version={filters.version} />
              {answer.fault && <FaultState {...answer.fault} />}
              {found && <EpochFacts epoch={found} isNow={filters.version === undefined} />}
            </Panel>
            {found && (
              <Panel
                title={`Validators (${groupedNumber(found.result.length)})`}
                aside={
                  <>
                    <SourceLink title="Validators" call={questions.validators} />
                    {questions.pools && <SourceLink title="Operators and commissions" call={questions.pools} />}
                  </>
                }
              >
                {answers.pools && (
                  <Suspense fallback={<ValidatorTable found={found} pools="loading" network={network} />}>
                    <ReadValidators found={found} answer={answers.pools} network={network} />
                  </Suspense>
                )}
              </Panel>
            )}
          </div>
        )}
      </>
    )
  },
})
