import { AddressLink } from '#components/evm/parts/address-link.tsx'
import type { AddressBook } from '#components/evm/parts/values/nobody.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** Facts about a token, from the chain and from its document. */
export const NftFacts = ({
  chain,
  nft,
  names,
  isPartial,
}: {
  chain: string
  nft: Nft
  /** Of its owner and of who it was minted to. */
  names: AddressBook['names']
  /** Later or earlier transfers may be missing. */
  isPartial: boolean
}) => (
  <Facts>
    <Fact long label="Collection">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link href={evmPaths.token({ chain, address: nft.token_address })} className="text-accent hover:underline">
          {nft.name || nft.token_address}
        </Link>
        {nft.symbol && <span className="text-muted">{nft.symbol}</span>}
      </span>
    </Fact>
    <Fact long label="Token id">
      <span className="font-mono">{nft.token_id}</span>
      <CopyButton value={nft.token_id} label="Copy token id" className="ml-1" />
    </Fact>
    <Fact label="Standard">
      <Badge tone="accent">{nft.contract_type ?? 'pre-standard'}</Badge>
    </Fact>
    <Fact long label={`${isPartial ? 'Last indexed ' : ''}${nft.contract_type === 'ERC1155' ? 'Holder' : 'Owner'}`}>
      {nft.owner_of === zeroAddress ? (
        'none: burned'
      ) : nft.owner_of ? (
        <AddressLink chain={chain} address={nft.owner_of} label={names.get(nft.owner_of)} />
      ) : (
        'several'
      )}
    </Fact>
    {nft.contract_type === 'ERC1155' && (
      <Fact label={isPartial ? 'Indexed supply' : 'Supply'}>
        {nft.amount === null ? 'unknown' : groupedNumber(nft.amount)}
      </Fact>
    )}
    {nft.minter_address?.startsWith('0x') && (
      <Fact long label="Minted to">
        <AddressLink chain={chain} address={nft.minter_address} label={names.get(nft.minter_address)} />
      </Fact>
    )}
    {nft.block_number_minted && (
      <Fact label="Minted in block">
        <Link href={evmPaths.block({ chain, block: nft.block_number_minted })} className="text-accent hover:underline">
          {groupedNumber(nft.block_number_minted)}
        </Link>
      </Fact>
    )}
    {nft.token_uri && (
      <Fact long label="Token URI">
        <span className="copied">
          <span className="truncate font-mono text-xs leading-6">{nft.token_uri}</span>
          <CopyButton value={nft.token_uri} label="Copy token URI" />
        </span>
      </Fact>
    )}
  </Facts>
)
