import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosPublication } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

const nameMax = 128

/** Which upgrade it was, and the object that contains the code if it is not the account. */
const PublishedWhere = ({
  upgrade_number: number,
  code_address: address,
  account,
  network,
}: Pick<AptosPublication, 'upgrade_number' | 'code_address'> & { account: string; network: AptosNetwork }) => (
  <>
    {number !== null && (
      <span className="text-muted">{number === '0' ? 'published' : `upgrade ${groupedNumber(number)}`}</span>
    )}
    {address !== null && address !== account && (
      <span className="text-muted">
        as object <AccountLink address={address} network={network} />
      </span>
    )}
  </>
)

/** When an account published and upgraded its packages, as far as its newest transactions show it. */
export const PublicationList = ({
  found: { address: account, publications, publications_whole },
  network,
  call,
}: {
  found: { address: string; publications: readonly AptosPublication[]; publications_whole: boolean }
  network: AptosNetwork
  call: Call
}) =>
  publications.length === 0 ? null : (
    <Panel title="Published and upgraded" aside={<SourceLink title="Published and upgraded" call={call} />}>
      <ol className="divide-y divide-line">
        {publications.map(({ package_name, transaction_version, transaction_timestamp, ...publication }) => (
          <li key={transaction_version} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <span className="wrap-anywhere min-w-0">
              {package_name === null ? 'Package without a readable name' : cutText(package_name, nameMax)}
            </span>
            <PublishedWhere {...publication} account={account} network={network} />
            <span className="text-muted">
              in <VersionLink version={transaction_version} network={network} />
            </span>
            <span className="ml-auto text-muted">
              {transaction_timestamp !== null && <Timestamp iso={transaction_timestamp} />}
            </span>
          </li>
        ))}
      </ol>
      {!publications_whole && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          Only the newest 100 numbered transactions of the account were searched, as far as the node has them.
        </p>
      )}
    </Panel>
  )
