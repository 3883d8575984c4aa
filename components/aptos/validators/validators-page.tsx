import { Suspense } from 'react'
import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { networkPlace } from '#components/aptos/parts/places.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { EpochFacts } from './epoch-facts.tsx'
import { ReadValidators } from './read-validators.tsx'
import { ValidatorTable } from './validator-table.tsx'

/** The validators of an epoch, at any version that the node still has. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.validators,
  kind: 'Validators',
  isSelfNamed: true,
  filters: ['network', 'version'],
  place: networkPlace,
  questions: ({ network, status, filters: { version } }) => {
    const input = { network, ...(version !== undefined && { ledger_version: version }) }
    const isHosted = status?.source === 'hosted'
    return {
      validators: isHosted ? undefined : aptosExplorerCall('aptosValidators', input),
      pools: isHosted ? undefined : aptosExplorerCall('aptosValidatorPools', input),
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
            Validators are read from a full node, and this server has none.
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
              {found && <EpochFacts epoch={found} />}
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
