import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { RestInApi } from '#components/aptos/parts/lists/rest-in-api.tsx'
import { moduleHref } from '#components/aptos/parts/move/module-href.ts'
import { PackageFacts } from '#components/aptos/parts/move/package-facts.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosModuleSummary, AptosPackage } from '#lib/aptos/account/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const nameMax = 128
/** Of one package: the framework has about a hundred. */
const modulesShown = 250

/** A package with its modules, or modules without a package. */
export const PackagePanel = ({
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
