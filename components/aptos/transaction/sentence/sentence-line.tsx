import { Fragment } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AssetLink } from '#components/aptos/parts/asset-link.tsx'
import { assetWords } from '#components/aptos/parts/asset-words.ts'
import { moduleHref } from '#components/aptos/parts/move/module-href.ts'
import { TokenLink } from '#components/aptos/parts/token-link.tsx'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Link } from '#components/ui/link.tsx'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Part } from './parts.ts'

const nameMax = 40

/** The sentence of a transaction, with links to what it names. */
export const SentenceLine = ({ parts, network }: { parts: readonly Part[]; network: AptosNetwork }) => (
  <p className="wrap-anywhere text-balance leading-7 [&_a]:underline [&_a]:decoration-line [&_a]:underline-offset-4">
    {parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
      <Fragment key={index}>
        {index > 0 && !(part.kind === 'text' && /^[.,;]/.test(part.text)) && ' '}
        <PartView part={part} network={network} />
      </Fragment>
    ))}
  </p>
)

const PartView = ({ part, network }: { part: Part; network: AptosNetwork }) => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return <AccountLink address={part.address} network={network} className="max-w-44" />
    case 'token':
      return <TokenLink id={part.id} name={cutText(part.name, nameMax)} network={network} />
    case 'function':
      return <FunctionLink name={part.name} network={network} />
    case 'asset': {
      const { amount, decimals, asset_id } = part.change
      const size = amount.replace('-', '')
      return (
        <>
          {decimals === null ? `${groupedNumber(size)} units of` : <Amount value={size} decimals={decimals} />}{' '}
          <AssetLink id={asset_id} {...assetWords(part.change)} network={network} />
        </>
      )
    }
  }
}

const FunctionLink = ({ name, network }: { name: string; network: AptosNetwork }) => {
  const parts = structName(name)
  if (!parts) return cutText(shortFunction(name), nameMax)
  return (
    <Link href={`${moduleHref(parts, network)}#${parts.struct}`} title={name} className="font-mono text-accent text-sm">
      {shortFunction(name)}
    </Link>
  )
}
