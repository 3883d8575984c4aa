import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { notThere } from '#components/aptos/parts/coverage/not-there.tsx'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { AccountFrame } from './account-frame.tsx'
import { accountQuestions } from './account-questions.ts'
import { modulesByPackage } from './modules-by-package.ts'
import { PackagePanel } from './package-panel.tsx'
import { PublicationList } from './publication-list.tsx'

/** The modules that an account has published, by package. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountModules,
  kind: 'Modules',
  of: 'Aptos account',
  filters: ['network', 'version'],
  place: accountPlace,
  NotFound: notThere('account'),
  questions: ({ address, network, status, filters }) => ({
    modules:
      status?.source === 'hosted'
        ? undefined
        : aptosExplorerCall('aptosAccountModules', {
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
