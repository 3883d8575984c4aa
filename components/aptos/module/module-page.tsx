import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { PackageFacts } from '#components/aptos/parts/package-facts.tsx'
import { moduleParams } from '#components/aptos/parts/params.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLines } from '#components/code/source-lines.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosModule } from '#lib/aptos/account/contract.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosSimulationApi } from '#lib/aptos/transaction/contract.ts'
import { byteCount } from '#lib/base/hex.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { type Call, callTo } from '#lib/pages/question.ts'
import { FunctionList } from './function-list.tsx'
import { SimulationResult, ViewResult } from './simulation-result.tsx'
import { StructList } from './struct-list.tsx'
import { typeNames, viewArgumentNames, viewCall } from './view-form.tsx'

/** The source that was stored with a module's package. */
const ModuleSource = ({
  module: { name, source, source_note },
  shown,
  partHref,
  call,
}: {
  module: AptosModule
  shown: { lines: string | undefined; part: string | undefined }
  partHref: (part: string) => string
  call: Call
}) => (
  <Panel
    title="Source"
    aside={
      <>
        {source !== null && (
          <TextTools address={calledUrl(call) ?? ''} path={['source']} name={`${name}.move`} noun="source" />
        )}
        <SourceLink title="Source" call={call} />
      </>
    }
  >
    {source === null ? (
      <EmptyState title="No source">{source_note}</EmptyState>
    ) : (
      <>
        <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
          As the publisher stored it. It was not compiled and compared with the bytecode.
        </p>
        <SourceLines text={source} language="move" label={`${name}.move`} shown={shown} partHref={partHref} />
      </>
    )}
  </Panel>
)

/** The title of a module's page, with the account that published it. */
const ModuleTitle = ({ address, module, network }: { address: string; module: string; network: AptosNetwork }) => (
  <PageTitle
    tools={<PageToolsButton />}
    kind="Aptos module"
    aside={
      <Link
        href={aptosPath(aptosTabPaths.accountModules({ address }), network)}
        className="text-accent underline underline-offset-2"
      >
        All modules of the account
      </Link>
    }
  >
    <span className="wrap-anywhere font-mono">
      {module}
      <CopyButton value={`${address}::${module}`} label="Copy module" className="ml-1" />
    </span>
    <span className="flex min-w-0 gap-1 text-muted">
      of <AccountLink address={address} network={network} />
    </span>
    <NetworkBadge network={network} />
  </PageTitle>
)

const nameMax = 128
const friendsShown = 30

/** Facts of a module and of its package. */
const ModuleFacts = ({ module, network }: { module: AptosModule; network: AptosNetwork }) => (
  <>
    <Facts>
      <Fact label="Package">{module.package ? cutText(module.package.name, nameMax) : 'none that is registered'}</Fact>
      <Fact label="Bytecode">{byteSize(byteCount(module.bytecode))}</Fact>
      {module.friends.length > 0 && (
        <Fact label="Friends" wide long>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {module.friends.slice(0, friendsShown).map((friend) => (
              <li key={friend} className="wrap-anywhere min-w-0 font-mono text-xs">
                {cutText(friend, nameMax)}
              </li>
            ))}
            {module.friends.length > friendsShown && (
              <li className="text-muted">and {groupedNumber(module.friends.length - friendsShown)} more</li>
            )}
          </ul>
        </Fact>
      )}
    </Facts>
    {module.package && (
      <div className="border-line border-t">
        <PackageFacts published={module.package} network={network} />
      </div>
    )}
  </>
)

const viewQuestion = (place: { address: string; module: string }, network: AptosNetwork, filters: Filters) => {
  const call = viewCall(place, filters)
  if (call === undefined) return undefined
  const { version } = filters
  if (filters.sender !== undefined) return undefined
  return callTo(aptosStateApi.aptosView, {
    ...call,
    network,
    ...(version !== undefined && { ledger_version: version }),
  })
}

/** A URL with a sender simulates an entry function. */
const simulationQuestion = (place: { address: string; module: string }, network: AptosNetwork, filters: Filters) => {
  const call = viewCall(place, filters)
  const { sender, key } = filters
  if (!call || sender === undefined) return undefined
  return {
    ...callTo(aptosSimulationApi.aptosSimulation, {
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
  filters: ['network', 'version', 'lines', 'part', 'function', 'sender', 'key', ...typeNames, ...viewArgumentNames],
  params: moduleParams,
  NotFound: notThere('module'),
  questions: ({ address, module, network, filters }) => ({
    module: {
      ...callTo(aptosStateApi.aptosModule, {
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
