import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { SignedInAlready } from '#components/account/signed-in-already.tsx'
import { ConnectWallet } from '#components/account/wallet/connect-wallet.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/server/systems.ts'

/** Rendered for every request, since it depends on who is signed in. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Sign in',
  description: 'Sign in with a wallet of Ethereum, another EVM chain or Aptos.',
  robots: { index: false },
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ next }, asked, { account, signIn }] = await Promise.all([searchParams, headers(), systems()])
  const signedIn = await account.signedIn(asked.get('cookie'))
  const chains = signIn.chains()
  const way = account.next(Array.isArray(next) ? next[0] : next)
  return (
    <div className="mx-auto grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4 py-4 sm:py-10">
      <PageTitle kind="Sign in" />
      {!signIn.isAvailable() ? (
        <Panel>
          <NotIndexedState title="Not available here">
            Signing in needs a node that knows the accounts. Set{' '}
            <code className="wrap-anywhere font-mono">NODE_URL_ETH</code>, or the node of another chain, and restart
            Spyglass. Everything else works without it.
          </NotIndexedState>
        </Panel>
      ) : (
        <>
          {signedIn && <SignedInAlready signedIn={signedIn} next={way} />}
          <Panel className="space-y-4 p-4 sm:p-6">
            <p className="text-sm">
              {signedIn ? 'Sign in with another account: ' : ''}Connect a wallet and sign one message. There is no
              password, and nothing is sent to the chain.
            </p>
            {chains.length > 0 && signIn.networks.length > 0 && (
              <p className="text-muted text-sm">
                Use an Ethereum wallet for accounts of Ethereum and other EVM chains, and an Aptos wallet for accounts
                of Aptos.
              </p>
            )}
            <ConnectWallet networks={signIn.networks} chains={chains} domain={account.domain} next={way} />
          </Panel>
          <Panel title="Why sign in">
            <ul className="list-disc space-y-1 py-3 pr-4 pl-8 text-muted text-sm">
              <li>API keys for your programs, with their use over time</li>
              <li>Private labels and a watch list that follow you to other browsers</li>
            </ul>
          </Panel>
          <noscript>
            <p className="text-sm">Connecting a wallet needs JavaScript.</p>
          </noscript>
        </>
      )}
    </div>
  )
}
