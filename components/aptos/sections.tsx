import { Fragment } from 'react'
import type { FamilySections } from '#components/family.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosBlockListApi } from '#lib/aptos/block/contract.ts'
import { aptosStatusApi } from '#lib/aptos/network/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AptosStateCard, AptosStateRow } from './network/aptos-state-row.tsx'
import { LatestAptosBlocks } from './network/latest-aptos-blocks.tsx'
import { servedNetworks } from './network/served-networks.ts'
import { AptosPositions, IndexStateRow } from './status/index-positions.tsx'

const blocksMax = 5
const liveEveryMs = 2_000
const testnetChain = 2

const statusQuestion = (network: 'mainnet' | 'testnet') => ({
  ...callTo(aptosStatusApi.aptosStatus, { network }),
  part: network,
})

export const aptosSections: FamilySections = {
  name: 'aptos',
  home: async (ask) => {
    const questions = {
      aptosStatus: callTo(aptosStatusApi.aptosStatus, {}),
      aptosBlocks: callTo(aptosBlockListApi.aptosBlocks, { limit: blocksMax }),
    }
    return {
      questions,
      facts: [],
      cards: async () => {
        const { data } = await ask(questions.aptosStatus)
        return data && <AptosStateCard status={data} />
      },
      sources: <SourceLink title="Aptos" call={questions.aptosStatus} />,
      panel: async () => {
        const [{ data: status }, { data: blocks }] = await Promise.all([
          ask(questions.aptosStatus),
          ask(questions.aptosBlocks),
        ])
        return (
          blocks && (
            <Panel
              title="Latest Aptos blocks"
              aside={<SourceLink title="Latest Aptos blocks" call={questions.aptosBlocks} />}
            >
              <LatestAptosBlocks
                network={status?.network ?? 'mainnet'}
                limit={blocksMax}
                everyMs={status?.source === 'demo' ? false : liveEveryMs}
                first={blocks}
              />
            </Panel>
          )
        )
      },
    }
  },
  status: async (ask) => {
    const networks = await servedNetworks(ask)
    const indexed = networks.filter(({ source }) => source !== 'hosted')
    return {
      questions: Object.fromEntries(networks.map(({ network }) => [network, statusQuestion(network)])),
      facts: [],
      panels: async () => (
        <>
          <Panel
            title="Aptos"
            aside={networks.map(({ network }) => (
              <SourceLink key={network} title={`Aptos ${network}`} call={statusQuestion(network)} />
            ))}
          >
            {networks.length === 0 ? (
              <EmptyState title="No Aptos network is served">
                Set APTOS_NODE_URL, or APTOS_BASE_URL with its key.
              </EmptyState>
            ) : (
              <ul>
                {networks.map((status) => (
                  <Fragment key={status.network}>
                    <AptosStateRow status={status} />
                    {status.index && <IndexStateRow status={status} />}
                  </Fragment>
                ))}
              </ul>
            )}
          </Panel>
          {indexed.length > 0 && (
            <Panel
              title="Aptos index positions"
              aside={indexed.map(({ network }) => (
                <SourceLink
                  key={network}
                  title={`Index positions of Aptos ${network}`}
                  call={statusQuestion(network)}
                />
              ))}
            >
              <AptosPositions networks={indexed} />
            </Panel>
          )}
        </>
      ),
      workTitle: ({ kind, chain }) => {
        // The same on every network.
        if (kind === 'aptos-documents') return { title: 'Document of Aptos tokens' }
        if (kind !== 'aptos-versions') return undefined
        return { title: 'Aptos version', where: chain === testnetChain ? 'Aptos testnet' : 'Aptos' }
      },
    }
  },
}
