import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { accountAddress, type SignedIn } from '#lib/account/contract/account.ts'

/** Shown if the visitor is already signed in, perhaps in another tab. */
export const SignedInAlready = ({ signedIn, next }: { signedIn: SignedIn; next: string }) => (
  <Panel className="space-y-3 p-4 text-sm sm:p-6">
    <p>
      You are signed in as <span className="break-all font-mono">{accountAddress(signedIn.address)}</span>.
    </p>
    <div className="flex flex-wrap gap-2">
      <Link href={next === '/' ? '/account' : next} className={buttonClasses('primary')}>
        {next === '/' ? 'Go to your account' : 'Continue'}
      </Link>
      {next !== '/' && (
        <Link href="/account" className={buttonClasses()}>
          Your account
        </Link>
      )}
    </div>
  </Panel>
)
