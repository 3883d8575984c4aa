import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { type MoveNode, moveTree } from '#components/aptos/parts/move-tree.ts'
import { MoveTypeName, MoveValue } from '#components/aptos/parts/move-type-name.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { VersionForm } from '#components/aptos/parts/version-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { PartLinks } from '#components/chain/part-links.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'

const typeMax = 300

/** A resource: its type, which opens to its fields. */
const ResourceItem = ({
  type,
  node,
  network,
  isOpen,
}: {
  type: string
  node: MoveNode
  network: AptosNetwork
  isOpen: boolean
}) => (
  <li>
    <details open={isOpen}>
      <summary className="min-h-11 px-4 py-3 hover:text-accent">
        <span className="wrap-anywhere font-mono text-xs">{cutText(type, typeMax)}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-4">
        <p className="text-muted text-xs">
          Type <MoveTypeName type={type} network={network} />
          {type.length > typeMax && <CopyButton value={type} label="Copy type" />}
        </p>
        <MoveValue node={node} network={network} />
      </div>
    </details>
  </li>
)

const pageSize = 25
/** So few are shown open. */
const openMax = 3

/** The resources of an account or object, at any version that the node still has. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountResources,
  kind: 'Resources',
  of: 'Aptos account',
  filters: ['network', 'search', 'version', 'from'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, filters }) => ({
    resources:
      status?.source === 'hosted'
        ? undefined
        : callTo(aptosStateApi.aptosAccountResources, {
            address,
            network,
            limit: pageSize,
            ...(filters.search !== undefined && { search: filters.search }),
            ...(filters.version !== undefined && { ledger_version: filters.version }),
            ...(filters.from !== undefined && { offset: filters.from }),
          }),
    ...accountQuestions(address, network, status),
  }),
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `Move resources of the Aptos account ${shortText(address)}.`,
  }),
  redirectTo: ({ address, network, status }) =>
    status?.source === 'hosted' ? aptosPath(aptosTabPaths.accountNftTransfers({ address }), network) : undefined,
  Frame: AccountFrame,
  body: async ({ network, path, filters, questions, answers }) => {
    const answer = await answers.resources
    if (!answer || !questions.resources) return null
    const found = answer.data
    const offset = Number(filters.from ?? 0)
    const part = found && { items: found.result, offset, all: found.total, size: pageSize }
    const isOpen = filters.search !== undefined || (found?.result.length ?? 0) <= openMax
    return (
      <Panel
        title={found ? `Resources (${groupedNumber(found.total)})` : 'Resources'}
        aside={
          <>
            {found && `After version ${groupedNumber(found.ledger_version)}`}
            <SourceLink title="Resources" call={questions.resources} />
          </>
        }
      >
        <VersionForm action={path} network={network} version={filters.version}>
          <label htmlFor="resource-search" className="block min-w-40 grow text-sm">
            <span className="text-muted text-xs">Type contains</span>
            <input
              id="resource-search"
              name="search"
              type="search"
              defaultValue={filters.search}
              placeholder="coin::CoinStore"
              maxLength={200}
              className="mt-0.5 block h-9 w-full rounded-lg border border-line bg-surface px-2.5 text-base sm:text-sm"
            />
          </label>
        </VersionForm>
        {answer.fault && <FaultState {...answer.fault} />}
        {found && found.total === 0 && (
          <EmptyState title={filters.search === undefined ? 'No resources' : 'No resource matches'}>
            {filters.search === undefined
              ? `At version ${groupedNumber(found.ledger_version)} nothing was stored at this address.`
              : 'Search for a part of a type, such as a module or a struct.'}
          </EmptyState>
        )}
        {found && !found.is_whole && (
          <p className="border-line border-b px-4 py-2.5 text-sm text-warn">
            This account has more resources than this server reads: some are missing here.
          </p>
        )}
        {found && (
          <ul className="divide-y divide-line">
            {found.result.map(({ type, data }) => (
              <ResourceItem
                key={type}
                type={type}
                node={moveTree(data, type, found.structs)}
                network={network}
                isOpen={isOpen}
              />
            ))}
          </ul>
        )}
        {part && (
          <PartLinks
            part={part}
            noun="resources"
            href={(from) =>
              aptosPath(path, network, {
                search: filters.search,
                // The list must not change between its parts.
                version: found.ledger_version,
                from: from === 0 ? undefined : String(from),
              })
            }
          />
        )}
      </Panel>
    )
  },
})
