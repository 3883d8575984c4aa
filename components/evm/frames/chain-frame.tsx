import type { ReactNode } from 'react'
import { chainOf, servedChains } from '#components/evm/parts/chain-of.ts'
import { failed, missing, PageNotFound } from '#components/kit/define-frame.tsx'
import { pageAsk } from '#components/kit/server.ts'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { isServiceError } from '#lib/base/errors.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'

/** Handles chains that are known but not served, so that the pages below always have a chain. */
export const ChainFrame = async ({ params, children }: { params: Promise<{ chain: string }>; children: ReactNode }) => {
  const [given, ask] = await Promise.all([params, pageAsk()])
  const segment = decodeURIComponent(given.chain)
  const fault = await chainOf(ask, segment).then(
    () => undefined,
    (error: unknown) => {
      if (!isServiceError(error)) throw error
      return error
    },
  )
  if (fault === undefined) return children
  if (fault.code === 'not_found') return missing(<PageNotFound message={fault.message} />)
  if (fault.code !== 'chain_not_served') return failed(fault)
  const known = findChain(segment.replaceAll('-', ' '))
  const title = known?.title ?? segment
  return (
    <>
      <PageTitle kind={title} />
      <NotIndexedState
        title={`${title} is not served here`}
        action={(await servedChains(ask)).map(({ chain, title }) => (
          <Link key={chain} href={evmPaths.chain({ chain })} className="text-accent hover:underline">
            {title}
          </Link>
        ))}
      >
        Set <code className="font-mono">NODE_URL_{known?.variable}</code> to the URL of a node and restart Spyglass.
      </NotIndexedState>
    </>
  )
}
