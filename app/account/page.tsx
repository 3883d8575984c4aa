import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AccountActivity } from '#components/account/account-activity.tsx'
import { AccountData } from '#components/account/account-data.tsx'
import { AccountKeys } from '#components/account/account-keys.tsx'
import { AccountSessions } from '#components/account/account-sessions.tsx'
import { networkTitle } from '#components/account/network-title.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { labelChains } from '#components/family-chains.ts'
import { pageAsk } from '#components/kit/server.ts'
import { AccountNotes } from '#components/notes/account-notes.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { accountAddress } from '#lib/account/contract/account.ts'
import { systems } from '#lib/server/systems.ts'

/** Private: rendered for every request and never cached. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Account', robots: { index: false } }

export default async function AccountPage() {
  const [asked, { account, perSecondMax, signIn }] = await Promise.all([headers(), systems()])
  const signedIn = await account.signedIn(asked.get('cookie'))
  if (signedIn === undefined)
    return (
      <>
        <PageTitle kind="Account" />
        <Panel>
          <EmptyState
            title="You are not signed in"
            action={
              <Link href="/sign-in?next=%2Faccount" className={buttonClasses('primary')}>
                Sign in
              </Link>
            }
          >
            Sign in with a wallet to manage API keys, private labels and your watch list.
          </EmptyState>
        </Panel>
      </>
    )
  const { address, network, signedInAt } = signedIn
  const signInChains = signIn.chains()
  const shownAddress = accountAddress(address)
  const [keys, sessions, events, notes, chains] = await Promise.all([
    account.keys(address),
    account.sessions(address, asked.get('cookie')),
    account.events(address),
    account.notes(address),
    labelChains(await pageAsk()),
  ])
  return (
    <>
      <PageTitle
        kind="Account"
        aside={
          <>
            Signed in <Timestamp iso={signedInAt} />
          </>
        }
      >
        <span className="break-all font-mono">
          <span className="select-all">{shownAddress}</span>
          <CopyButton value={shownAddress} label="Copy address" className="ml-1" />
        </span>
        {shownAddress !== address && (
          <span className="block text-muted text-sm">Contract account on {networkTitle(network, signInChains)}</span>
        )}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <AccountKeys initial={keys} perSecondMax={perSecondMax} scopes={account.keyScopes} />
        <AccountNotes initial={notes} chains={chains.map(({ chain, title }) => ({ name: chain, title }))} />
        <AccountSessions initial={sessions} chains={signInChains} />
        <AccountActivity events={events} />
        <AccountData address={address} />
      </div>
    </>
  )
}
