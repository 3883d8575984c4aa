import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { Erc20List } from '#components/evm/erc20-list.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { hostedTokenOf } from '#components/evm/hosted-token.ts'
import { nftGallery } from '#components/evm/listed-nft.ts'
import { ContractNfts } from '#components/evm/nft-pages.tsx'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { tokenOf } from '#components/evm/token-of.ts'
import { TokenTransfers } from '#components/evm/token-transfers.tsx'
import { erc20TransferList } from '#components/evm/transfer-lists.ts'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 18

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function TokenPage({ params, searchParams }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const collection = await tokenOf(evm.explorer, state, address)
  const words = collection ?? (await hostedTokenOf(evm.client, state, address))
  if (words?.contract_type === 'ERC20')
    return (
      <Erc20List
        state={state}
        path={explorerPath.token(chain, address)}
        query={await searchParams}
        title="Transfers"
        certain="This token has no transfers."
        isWhole={collection?.status === 'SYNCED'}
        contract={address}
        endpoint="erc20Transfers"
        list={erc20TransferList}
        askFor={(input) => evm.client.erc20Transfers(input)}
        List={TokenTransfers}
      />
    )
  const input = { chain, address, normalizeMetadata: true, media_items: true, limit: pageSize }
  const { data, fault } = await ask(evm.client.contractNfts(input, { brief: true }))
  return (
    <Panel aria-label="Items">
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <>
          <ListBar>
            <ExportButton list={evmExport('contractNfts', { ...input, media_items: false })} />
            <SourceLink title="Items" call={evmCall('contractNfts', input)} />
          </ListBar>
          <ContractNfts chain={chain} input={input} first={firstPage(nftGallery, data)}>
            <NothingListed
              state={state}
              noun="NFTs"
              isFiltered={false}
              certain="This contract has no NFTs."
              isWhole={collection?.status === 'SYNCED'}
            />
          </ContractNfts>
        </>
      )}
    </Panel>
  )
}
