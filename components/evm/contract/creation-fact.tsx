import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmContractCreation } from '#lib/evm/contract/contract.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

/** The creator, time and transaction of a contract's creation. */
export const CreationFact = async ({
  chain,
  answer,
  call,
}: {
  chain: string
  answer: Promise<Answer<EvmContractCreation>>
  call: Call
}) => {
  const { data, fault } = await answer
  return (
    <Fact label="Created" wide long>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        {fault ? (
          <span className="text-muted">Not known: {fault.message}</span>
        ) : (
          <Created chain={chain} creation={data} />
        )}
        <SourceLink title="Creation" call={call} />
      </span>
    </Fact>
  )
}

const Created = ({ chain, creation }: { chain: string; creation: EvmContractCreation }) => {
  const { block_number, block_timestamp, transaction_hash, creator_address, factory_address, note } = creation
  return (
    <>
      {block_timestamp && <Timestamp isAlone iso={block_timestamp} />}
      {creator_address && (
        <>
          <span className="text-muted">by</span>
          <AddressLink chain={chain} address={creator_address} label={creation.creator_label} />
        </>
      )}
      {factory_address && (
        <>
          <span className="text-muted">through</span>
          <AddressLink chain={chain} address={factory_address} label={creation.factory_label} />
        </>
      )}
      {transaction_hash ? (
        <>
          <span className="text-muted">in</span>
          <Link href={evmPaths.transaction({ chain, hash: transaction_hash })} className="min-w-0 text-accent">
            <Hash value={transaction_hash} />
          </Link>
        </>
      ) : (
        block_number && (
          <Link href={evmPaths.block({ chain, block: block_number })} className="text-accent hover:underline">
            in block {block_number}
          </Link>
        )
      )}
      {note && <span className="text-muted">{note}</span>}
    </>
  )
}

export const CreationSkeleton = () => (
  <Fact label="Created" wide data-loading>
    <Skeleton className="h-5 w-64" />
  </Fact>
)
