import { Amount } from '#components/chain/amount.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSentTransaction } from '#lib/evm/origin/contract.ts'
import type { Answer } from '#lib/pages/question.ts'

/** EIP-2718 types: those of Ethereum, of the OP Stack (126) and of Arbitrum (from 100). */
const typeNames: Readonly<Record<number, string>> = {
  0: 'legacy',
  1: 'access list, EIP-2930',
  2: 'EIP-1559',
  3: 'blobs, EIP-4844',
  4: 'set code, EIP-7702',
  100: 'deposit from L1',
  104: 'retry of a ticket',
  105: 'retryable ticket',
  106: 'of the chain itself',
  126: 'deposit from L1',
}

/** Who got the fee, and what type of transaction it is: only nodes know. */
export const FeeFacts = async ({
  state: { symbol, decimals },
  answer,
}: {
  state: EvmChainState
  answer: Promise<Answer<EvmSentTransaction>>
}) => {
  const { data: sent } = await answer
  const unknown = <span className="text-muted">not known: the node no longer has this transaction</span>
  const parts = sent ? partsOf(sent) : []
  return (
    <>
      <Fact label="Fee went to">
        {parts.length === 0
          ? sent
            ? wholeFee(sent)
            : unknown
          : parts.map(({ name, amount }, index) => (
              <span key={name}>
                <Amount value={amount} decimals={decimals} symbol={symbol} />{' '}
                <span className="text-muted">
                  {name}
                  {index < parts.length - 1 && ','}
                </span>{' '}
              </span>
            ))}
      </Fact>
      <Fact label="Type">
        {sent ? (
          <>
            {sent.type} {typeNames[sent.type] && <span className="text-muted">{typeNames[sent.type]}</span>}
          </>
        ) : (
          unknown
        )}
      </Fact>
    </>
  )
}

export const FeeFactsSkeleton = () => (
  <>
    <Fact label="Fee went to" data-loading>
      <Skeleton className="h-6 w-56" />
    </Fact>
    <Fact label="Type" data-loading>
      <Skeleton className="h-6 w-24" />
    </Fact>
  </>
)

/** Before EIP-1559 a fee had no parts. */
const wholeFee = ({ burnt_fee }: EvmSentTransaction): string =>
  burnt_fee === null ? 'the producer of the block, whole' : 'nobody: nothing was paid'

/** Parts of zero say nothing. */
const partsOf = ({ burnt_fee, priority_fee, blobs, l1_fee }: EvmSentTransaction): { name: string; amount: string }[] =>
  [
    { name: 'burnt', amount: burnt_fee },
    { name: 'to the producer', amount: priority_fee },
    { name: 'burnt for blobs', amount: blobs?.fee ?? null },
    { name: 'for data on the L1', amount: l1_fee?.fee ?? null },
  ].flatMap(({ name, amount }) => (amount === null || amount === '0' ? [] : [{ name, amount }]))
