import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosModulePackage } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { AccountLink } from './account-link.tsx'
import type { AptosNetwork } from './aptos-path.ts'

const policies: Record<AptosModulePackage['upgrade_policy'], string> = {
  arbitrary: 'Arbitrary: an upgrade may change anything',
  compatible: 'Compatible: an upgrade must keep public functions and the layout of structs',
  immutable: 'Immutable: it can never be upgraded',
  unknown: 'Unknown',
}

const dependenciesShown = 20
const textMax = 128

/** Facts of a published package. */
export const PackageFacts = ({ published, network }: { published: AptosModulePackage; network: AptosNetwork }) => {
  const { upgrade_policy, upgrade_number, source_digest, dependencies } = published
  return (
    <Facts>
      <Fact label="Upgrade policy" wide>
        {policies[upgrade_policy]}
      </Fact>
      {upgrade_number !== null && (
        <Fact label="Upgrades" wide>
          {groupedNumber(upgrade_number)}
        </Fact>
      )}
      {source_digest !== '' && (
        <Fact label="Source digest" wide long>
          <span className="font-mono text-xs">{cutText(source_digest, textMax)}</span>
        </Fact>
      )}
      {dependencies.length > 0 && (
        <Fact label="Depends on" wide long>
          <ul>
            {dependencies.slice(0, dependenciesShown).map(({ account, package_name }) => (
              <li key={`${account} ${package_name}`} className="flex min-w-0 flex-wrap gap-x-2">
                <span className="wrap-anywhere">{cutText(package_name, textMax)}</span>
                <span className="flex min-w-0 gap-1 text-muted">
                  <span className="shrink-0">of</span> <AccountLink address={account} network={network} />
                </span>
              </li>
            ))}
            {dependencies.length > dependenciesShown && (
              <li className="text-muted">and {groupedNumber(dependencies.length - dependenciesShown)} more</li>
            )}
          </ul>
        </Fact>
      )}
    </Facts>
  )
}
