import { type ReactNode, Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { isWhole } from '#components/aptos/parts/coverage/index-coverage.ts'
import { FactsAndDays } from '#components/aptos/parts/days/facts-and-days.tsx'
import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { assetTitle } from './about-asset.ts'
import { AssetControl, AssetControlSkeleton } from './asset-control.tsx'
import { AssetFacts } from './asset-facts.tsx'
import { assetQuestions } from './asset-questions.ts'

/** The header and tabs of every page of an asset. */
export const AssetFrame = async ({
  ask,
  type,
  network,
  status,
  children,
}: {
  ask: Ask
  type: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const questions = assetQuestions(type, network)
  const { data, fault } = await ask(questions.asset)
  const days = data && (await ask(questions.days))
  const subject = data?.asset_id ?? type
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title={
          <span className="inline-flex items-center gap-2">
            {data && <AssetIcon asset={data} className="size-7" />}
            <bdi className="wrap-anywhere">{data ? assetTitle(data) : 'Aptos asset'}</bdi>
          </span>
        }
        kind="wallet"
        subject={subject}
        copyLabel="Copy asset id"
      >
        {data && <Badge>{data.coin_type === null ? 'Fungible asset' : 'Coin'}</Badge>}
      </AptosTitle>
      {data && data.warnings.length > 0 && (
        <Panel title="Suspicious asset" className="mb-4">
          <ul className="list-disc py-3 pr-4 pl-8 text-sm">
            {data.warnings.map((warning) => (
              <li key={warning} className="wrap-anywhere">
                {warning}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <AptosNote network={network} kind="wallet" subject={subject} />
      <FactsAndDays
        fault={fault}
        days={days}
        status={status}
        call={questions.days}
        nothing="No transfer of it is indexed."
      >
        {data && (
          <AssetFacts
            asset={data}
            network={network}
            isPartial={status?.index?.index_complete === false}
            isWhole={status?.index ? isWhole(status.index) : false}
          />
        )}
      </FactsAndDays>
      {data && (
        <div className="mt-4">
          <Suspense fallback={<AssetControlSkeleton />}>
            <AssetControl answer={ask(questions.control)} question={questions.control} network={network} />
          </Suspense>
        </div>
      )}
      <TabBar
        label="Asset"
        tabs={[
          { title: 'Transfers', href: aptosPath(aptosTabPaths.asset({ type }), network) },
          { title: 'Holders', href: aptosPath(aptosTabPaths.assetHolders({ type }), network) },
        ]}
      />
      {children}
    </>
  )
}
