import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { RestInApi } from '#components/aptos/parts/lists/rest-in-api.tsx'
import { moduleHref } from '#components/aptos/parts/move-type-name.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { PackageFacts } from '#components/aptos/parts/package-facts.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosModuleSummary, AptosPackage, AptosPublication } from '#lib/aptos/account/contract.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type Call, callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'

const nameMax = 128

/** Which upgrade it was, and the object that contains the code if it is not the account. */
const PublishedWhere = ({
  upgrade_number: number,
  code_address: address,
  account,
  network,
}: Pick<AptosPublication, 'upgrade_number' | 'code_address'> & { account: string; network: AptosNetwork }) => (
  <>
    {number !== null && (
      <span className="text-muted">{number === '0' ? 'published' : `upgrade ${groupedNumber(number)}`}</span>
    )}
    {address !== null && address !== account && (
      <span className="text-muted">
        as object <AccountLink address={address} network={network} />
      </span>
    )}
  </>
)

/** When an account published and upgraded its packages, as far as its newest transactions show it. */
const PublicationList = ({
  found: { address: account, publications, publications_whole },
  network,
  call,
}: {
  found: { address: string; publications: readonly AptosPublication[]; publications_whole: boolean }
  network: AptosNetwork
  call: Call
}) =>
  publications.length === 0 ? null : (
    <Panel title="Published and upgraded" aside={<SourceLink title="Published and upgraded" call={call} />}>
      <ol className="divide-y divide-line">
        {publications.map(({ package_name, transaction_version, transaction_timestamp, ...publication }) => (
          <li key={transaction_version} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <span className="wrap-anywhere min-w-0">
              {package_name === null ? 'Package without a readable name' : cutText(package_name, nameMax)}
            </span>
            <PublishedWhere {...publication} account={account} network={network} />
            <span className="text-muted">
              in <VersionLink version={transaction_version} network={network} />
            </span>
            <span className="ml-auto text-muted">
              {transaction_timestamp !== null && <Timestamp iso={transaction_timestamp} />}
            </span>
          </li>
        ))}
      </ol>
      {!publications_whole && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          Only the newest 100 numbered transactions of the account were searched, as far as the node has them.
        </p>
      )}
    </Panel>
  )

/** Of one package: the framework has about a hundred. */
const modulesShown = 250

/** A package with its modules, or modules without a package. */
const PackagePanel = ({
  published,
  modules,
  address,
  network,
  version,
}: {
  published: AptosPackage | undefined
  modules: readonly AptosModuleSummary[]
  address: string
  network: AptosNetwork
  version: string | undefined
}) => (
  <Panel
    title={published ? cutText(published.name, nameMax) : 'Without a package'}
    aside={counted(modules.length, 'module')}
  >
    {published && <PackageFacts published={published} network={network} />}
    <ul className={classNames('divide-y divide-line', published && 'border-line border-t')}>
      {modules.slice(0, modulesShown).map((module) => (
        <li key={module.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
          <Link
            href={moduleHref({ address, module: module.name }, network, { version })}
            className="wrap-anywhere min-w-0 font-mono text-accent underline decoration-line underline-offset-2"
          >
            {cutText(module.name, nameMax)}
          </Link>
          {module.has_source && <Badge>source</Badge>}
          <span className="text-muted text-xs">
            {[
              counted(module.entry_functions, 'entry function'),
              counted(module.view_functions, 'view function'),
              counted(module.structs, 'struct'),
              byteSize(module.bytecode_size),
            ].join(', ')}
          </span>
        </li>
      ))}
      <RestInApi count={modules.length} shown={modulesShown} noun="modules" />
    </ul>
  </Panel>
)

/** Modules under their packages, and last those that belong to none. */
const modulesByPackage = (
  packages: readonly AptosPackage[],
  modules: readonly AptosModuleSummary[],
): { published: AptosPackage | undefined; modules: AptosModuleSummary[] }[] =>
  [...packages, undefined]
    .map((published) => ({
      published,
      modules: modules.filter(({ package_name }) => package_name === (published?.name ?? null)),
    }))
    .filter(({ modules: own }) => own.length > 0)

/** The modules that an account has published, by package. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountModules,
  kind: 'Modules',
  of: 'Aptos account',
  filters: ['network', 'version'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, filters }) => ({
    modules:
      status?.source === 'hosted'
        ? undefined
        : callTo(aptosStateApi.aptosAccountModules, {
            address,
            network,
            ...(filters.version !== undefined && { ledger_version: filters.version }),
          }),
    ...accountQuestions(address, network, status),
  }),
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `Move modules published by the Aptos account ${shortText(address)}.`,
  }),
  redirectTo: ({ address, network, status }) =>
    status?.source === 'hosted' ? aptosPath(aptosTabPaths.accountNftTransfers({ address }), network) : undefined,
  Frame: AccountFrame,
  body: async ({ address, network, path, filters, questions, answers }) => {
    const answer = await answers.modules
    if (!answer || !questions.modules) return null
    const found = answer.data
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel
          title={found ? `Modules (${groupedNumber(found.result.length)})` : 'Modules'}
          aside={
            <>
              {found && `After version ${groupedNumber(found.ledger_version)}`}
              <SourceLink title="Modules" call={questions.modules} />
            </>
          }
        >
          <VersionForm action={path} network={network} version={filters.version} />
          {answer.fault && <FaultState {...answer.fault} />}
          {found && found.result.length === 0 && (
            <EmptyState title="No modules">
              At version {groupedNumber(found.ledger_version)} no code was published at this address.
            </EmptyState>
          )}
          {found && !found.is_whole && (
            <p className="px-4 py-2.5 text-sm text-warn">
              This account has more modules than this server reads: some are missing here.
            </p>
          )}
        </Panel>
        {found &&
          modulesByPackage(found.packages, found.result).map(({ published, modules }) => (
            <PackagePanel
              key={published?.name ?? ''}
              published={published}
              modules={modules}
              address={address}
              network={network}
              version={filters.version}
            />
          ))}
        {found && <PublicationList found={found} network={network} call={questions.modules} />}
      </div>
    )
  },
})
