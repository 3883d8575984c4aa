import { Fragment } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import type { Movement } from '#components/evm/frames/transaction/movement-of.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Proof, SentencePart } from '#lib/evm/summary/moves.ts'
import type { Sentence } from '#lib/evm/summary/sentence.ts'

type Known = Pick<Movement, 'tokens' | 'labels'>

const proofPath = (transactionPath: string, proof: Proof): string => {
  if (proof.kind === 'log') return `${transactionPath}/logs#log-${proof.index}`
  return proof.kind === 'transfers' ? `${transactionPath}/transfers` : `${transactionPath}#call`
}

/** A transaction in one sentence. Its verbs link to their evidence, its nouns to their pages. */
export const SentenceLine = ({
  state,
  path,
  sentence: { subject, clauses },
  known,
}: {
  state: EvmChainState
  /** The path of the transaction's page. */
  path: string
  sentence: Sentence
  known: Known
}) => (
  <p className="text-balance leading-7">
    <PartView state={state} part={{ kind: 'address', address: subject }} known={known} />
    {clauses.map(({ verb, proof, parts }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: clauses are identified by their index
      <Fragment key={index}>
        {index > 0 && (index === clauses.length - 1 ? ' and' : ',')}{' '}
        <Link
          href={proofPath(path, proof)}
          title="Show the evidence"
          className="underline decoration-dotted decoration-muted underline-offset-4 hover:text-accent"
        >
          {verb}
        </Link>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their index
          <Fragment key={place}>
            {part.kind === 'text' && /^[,;]/.test(part.text) ? '' : ' '}
            <PartView state={state} part={part} known={known} />
          </Fragment>
        ))}
      </Fragment>
    ))}
    .
  </p>
)

const PartView = ({
  state: { chain, symbol, decimals },
  part,
  known,
}: {
  state: EvmChainState
  part: SentencePart
  known: Known
}) => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'address':
      return (
        <AddressLink
          chain={chain}
          address={part.address}
          label={known.labels.get(part.address)}
          className="max-w-48 font-medium"
        />
      )
    case 'native':
      return <Amount value={part.amount} decimals={decimals} symbol={symbol} className="font-medium" />
    case 'token': {
      const words = known.tokens.get(part.token)
      return (
        <>
          <Amount value={part.amount} decimals={words?.decimals ?? null} className="font-medium" />{' '}
          <TokenLink chain={chain} token={part.token} name={words?.symbol ?? words?.name} />
        </>
      )
    }
    case 'nft':
      return (
        <>
          {part.amount !== null && part.amount !== '1' && `${part.amount} of `}
          <Link
            href={evmPaths.nft({ chain, address: part.token, tokenId: part.id })}
            title={`${part.id} · ${part.token}`}
            className="inline-block max-w-32 truncate align-bottom font-medium font-mono text-accent hover:underline"
          >
            #{part.id}
          </Link>{' '}
          of <TokenLink chain={chain} token={part.token} name={known.tokens.get(part.token)?.name} />
        </>
      )
    case 'contract': {
      const words = known.tokens.get(part.token)
      return <TokenLink chain={chain} token={part.token} name={words?.name ?? words?.symbol} />
    }
    case 'method':
      return (
        <code
          data-mark={part.name}
          title={part.isGuess && 'Guessed from known signatures: the ABI of the contract is not verified'}
          className={classNames(
            'wrap-anywhere rounded bg-sunken px-1 py-0.5 font-mono text-sm',
            part.isGuess && 'guess',
          )}
        >
          {part.name}
        </code>
      )
  }
}

/** A token by its own symbol, which anyone can choose: the address is in the title. */
const TokenLink = ({ chain, token, name }: { chain: string; token: string; name: string | null | undefined }) => (
  <Link
    href={evmPaths.token({ chain, address: token })}
    title={token}
    className="inline-block max-w-48 truncate align-bottom font-medium text-accent hover:underline"
  >
    {name || <Hash value={token} className="select-auto" />}
  </Link>
)
