import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { notThere } from '#components/aptos/parts/coverage/not-there.tsx'
import { modulePlace } from '#components/aptos/parts/places.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'
import { FunctionList } from './function-list.tsx'
import { ModuleFacts } from './module-facts.tsx'
import { ModuleSource } from './module-source.tsx'
import { ModuleTitle } from './module-title.tsx'
import { SimulationResult } from './simulation-result.tsx'
import { StructList } from './struct-list.tsx'
import { argumentNames, typeNames, viewCall } from './view-filters.ts'
import { ViewResult } from './view-result.tsx'

const viewQuestion = (place: { address: string; module: string }, network: AptosNetwork, filters: Filters) => {
  const call = viewCall(place, filters)
  if (call === undefined) return undefined
  const { version } = filters
  if (filters.sender !== undefined) return undefined
  return aptosExplorerCall('aptosView', { ...call, network, ...(version !== undefined && { ledger_version: version }) })
}

/** A URL with a sender simulates an entry function. */
const simulationQuestion = (place: { address: string; module: string }, network: AptosNetwork, filters: Filters) => {
  const call = viewCall(place, filters)
  const { sender, key } = filters
  if (!call || sender === undefined) return undefined
  return {
    ...aptosExplorerCall('aptosSimulation', {
      ...call,
      network,
      sender,
      ...(key !== undefined && { public_key: key }),
    }),
    // A wallet must send exactly the simulated arguments.
    isWhole: true,
  }
}

/** A module: its package, functions, structs and source. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.module,
  kind: 'Aptos module',
  filters: ['network', 'version', 'lines', 'part', 'function', 'sender', 'key', ...typeNames, ...argumentNames],
  place: modulePlace,
  NotFound: notThere('module'),
  questions: ({ address, module, network, filters }) => ({
    module: {
      ...aptosExplorerCall('aptosModule', {
        address,
        module,
        network,
        ...(filters.version !== undefined && { ledger_version: filters.version }),
      }),
      isWhole: true,
    },
    view: viewQuestion({ address, module }, network, filters),
    simulation: simulationQuestion({ address, module }, network, filters),
  }),
  about: ({ address, module, place }) => ({
    title: `${shortText(address)}::${module}`,
    place,
    summary: `The Move module ${module} of the Aptos account ${shortText(address)}: its functions, structs and source.`,
  }),
  body: async ({ address, module: name, network, path, filters, questions, answers }) => {
    const { data: module, fault } = await answers.module
    const href = (more: { part?: string }) => aptosPath(path, network, { version: filters.version, ...more })
    return (
      <>
        <ModuleTitle address={address} module={name} network={network} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Panel
            title="Module"
            aside={
              <>
                {module && `After version ${groupedNumber(module.ledger_version)}`}
                <SourceLink title="Module" call={questions.module} />
              </>
            }
          >
            <VersionForm action={path} network={network} version={filters.version} />
            {fault && <FaultState {...fault} />}
            {module && <ModuleFacts module={module} network={network} />}
          </Panel>
          {module && (
            <FunctionList
              module={module}
              network={network}
              call={questions.module}
              action={path}
              filters={filters}
              result={
                <>
                  {questions.view && answers.view && (
                    <ViewResult answer={await answers.view} call={questions.view} network={network} />
                  )}
                  {questions.simulation && answers.simulation && (
                    <SimulationResult
                      answer={await answers.simulation}
                      call={questions.simulation}
                      network={network}
                      publicKey={filters.key}
                    />
                  )}
                </>
              }
            />
          )}
          {module && <StructList structs={module.structs} network={network} call={questions.module} />}
          {module && (
            <ModuleSource
              module={module}
              shown={{ lines: filters.lines, part: filters.part }}
              partHref={(part) => href({ part })}
              call={questions.module}
            />
          )}
        </div>
      </>
    )
  },
})
