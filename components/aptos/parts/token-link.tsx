import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

type NamedLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { id: string; name: string; network: AptosNetwork }

/** A name from the ledger is untrusted: it may be empty, or contain text of any direction. */
const NamedLink = ({ href, name, unnamed, className, ...props }: ComponentProps<typeof Link> & LinkWords) => (
  <Link {...props} href={href} className={classNames('text-accent hover:underline', className)}>
    <bdi>{name.trim() === '' ? unnamed : name}</bdi>
  </Link>
)
type LinkWords = { name: string; unnamed: string }

export const TokenLink = ({ id, name, network, ...props }: NamedLinkProps) => (
  <NamedLink
    title={`${name} · token ${id}`}
    {...props}
    href={aptosPath(aptosPaths.token({ id }), network)}
    name={name}
    unnamed="Unnamed token"
  />
)

export const CollectionLink = ({ id, name, network, ...props }: NamedLinkProps) => (
  <NamedLink
    title={`${name} · collection ${id}`}
    {...props}
    href={aptosPath(aptosPaths.collection({ id }), network)}
    name={name}
    unnamed="Unnamed collection"
  />
)
